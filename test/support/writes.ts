/**
 * The usual steps of a test: write and check the answer, read what is stored.
 */
import { expect } from 'chai';
import { type Answer, api, type Entity, type Proposal } from './client.ts';
import { deletion, proposal } from './make.ts';

/** Writes an aspect, or fails. */
export async function write(urn: string, aspect: string, value: unknown, more: Proposal = {}): Promise<Answer<{ value: string }>> {
  const answer = await api.ingestProposal(proposal(urn, aspect, value, more));
  expect(answer.status, answer.text).to.equal(200);
  return answer;
}

/** Deletes an aspect, or fails. */
export async function erase(urn: string, aspect: string): Promise<void> {
  const answer = await api.ingestProposal(deletion(urn, aspect));
  expect(answer.status, answer.text).to.equal(200);
}

export async function readEntity(urn: string, aspects?: string): Promise<Entity> {
  const answer = await api.entity(urn, aspects);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
}

/** Latest values by aspect name. */
export async function values(urn: string): Promise<Record<string, Record<string, unknown>>> {
  const { aspects } = await readEntity(urn);
  return Object.fromEntries(Object.entries(aspects).map(([name, { value }]) => [name, value]));
}

/** One version of an aspect; `undefined` if the answer is 404. */
export async function version(urn: string, aspect: string, number: number): Promise<Record<string, unknown> | undefined> {
  const answer = await api.aspect(urn, aspect, number);
  if (answer.status === 404) return undefined;
  expect(answer.status, answer.text).to.equal(200);
  expect(answer.body.version).to.equal(number);
  return Object.values(answer.body.aspect)[0];
}

/** `<type> <urn>` of every edge of an entity. */
export async function edges(urn: string, direction: 'INCOMING' | 'OUTGOING', types?: string): Promise<string[]> {
  const answer = await api.relationships(urn, direction, { types, count: 10_000 });
  expect(answer.status, answer.text).to.equal(200);
  const found = answer.body.relationships.filter(({ type }) => types !== undefined || !BY_DEFAULT.has(type));
  return found.map(({ type, entity }) => `${type} ${entity}`);
}

/** Relationships that nearly every entity has because of its URN and its default aspects. Only tests that request them see them. */
const BY_DEFAULT: ReadonlySet<string> = new Set(['SourcePlatform', 'OnPlatform', 'OnPlatformInstance', 'BrowsedUnder']);
