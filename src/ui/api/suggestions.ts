/**
 * Suggestions of changes: the reader's own, and those that the reader may accept.
 */
import {
  type AnswerOf,
  decideSuggestionMutation,
  type SuggestedChangesInput,
  suggestChangeMutation,
  suggestionsQuery,
} from '../../generated/queries.ts';
import { partNamed } from '../data/parts.ts';
import type { BulkChanges } from './bulk.ts';
import { graphql, mutate } from './client.ts';

export type Suggestions = AnswerOf<typeof suggestionsQuery>['found'];
export type OwnSuggestion = Suggestions['mine'][number];
export type OpenSuggestion = Suggestions['toDecide'][number];
export type SuggestedDifference = OwnSuggestion['asked'][number];

/** What can be suggested of an asset, or of a column of it: a part of the model, or `description`. */
export type SuggestedPart = string;

export async function readSuggestions(signal?: AbortSignal): Promise<Suggestions> {
  return (await graphql(suggestionsQuery, {}, signal)).found;
}

/**
 * Those that follow in the list of those to decide.
 *
 * @param urn of the entity that they are about; undefined: whatever waits for the reader
 */
export async function moreSuggestions(urn: string | undefined, start: number): Promise<readonly OpenSuggestion[]> {
  return (await graphql(suggestionsQuery, { ...(urn !== undefined && { urn }), start })).found.toDecide;
}

export async function suggestChange(urn: string, column: string | undefined, asked: BulkChanges, reason: string): Promise<void> {
  const changes: SuggestedChangesInput = Object.fromEntries(Object.entries(asked).filter(([part]) => isSuggested(part)));
  await mutate(suggestChangeMutation, { input: { urn, column, changes, reason } });
}

function isSuggested(part: string): boolean {
  return part === 'description' || partNamed(part)?.suggested === true;
}

/** @param note why it is declined; undefined: it is accepted */
export async function decideSuggestion(urn: string, note: string | undefined): Promise<void> {
  await mutate(decideSuggestionMutation, { input: { urn, accept: note === undefined, note } });
}
