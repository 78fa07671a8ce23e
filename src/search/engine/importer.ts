/**
 * Puts documents into Typesense, in imports that end soon. After a restart Typesense replays its log: it calls itself healthy, but takes no
 * import (docs/engines.md 5.4). So the importer waits until the replay has ended, and keeps the first imports small.
 */
import type { Lines } from '../document/document.ts';
import { type SearchEngine, searchAnswers } from './client.ts';
import { IMPORT_TIMEOUT_MS } from './nodes.ts';
import { awaitReplayed, expectReplay } from './replay.ts';
import { type DocumentChange, writeDocuments } from './write-documents.ts';
import { forgetWords } from './write-words.ts';

/**
 * Most characters of an import. Larger ones are not faster, and the documents of the next import are built meanwhile. Searches are answered
 * between the 40 documents that Typesense takes at a time.
 */
const MOST_CHARACTERS = 2_000_000;
/** Most documents of an import, so that small ones are told to be written before long. */
const MOST_AT_ONCE = 5_000;
/** Most documents of the first import after a failure. */
const FIRST_AT_ONCE = 20;
/** An engine cannot restart within this time, ms: an import that follows another so soon needs no check. */
const QUIET_MS = 500;
/** After so many failures alone in an import, a document counts as refused. */
const MOST_TRIES = 2;

/** Cairn requests a snapshot after so many characters, but not too often, and after some time in any case. A snapshot copies everything. */
const SNAPSHOT_CHARACTERS = 16_000_000;
const SNAPSHOT_SOONEST_MS = 30_000;
const SNAPSHOT_LATEST_MS = 300_000;

interface Importer {
  /**
   * Waits until Typesense takes imports.
   *
   * @throws Refusal unavailable while Typesense does not answer or is replaying its log
   */
  ready(): Promise<void>;
  /** Groups changes into imports. */
  parts(changes: AsyncIterable<DocumentChange>): AsyncGenerator<DocumentChange[]>;
  /**
   * Writes changes to these collections.
   *
   * @param writing the engine with the key of who may write
   * @returns URNs of documents that are refused, with the reasons
   * @throws Refusal unavailable; then nothing is certain about any of them
   */
  put(writing: SearchEngine, collections: readonly string[], changes: readonly DocumentChange[]): Promise<Map<string, string>>;
}

function charactersOf({ documents }: DocumentChange): number {
  return documents ? sizeOf(documents) + (documents.open ? sizeOf(documents.open) : 0) : 0;
}

function sizeOf({ document, evidence, source }: Lines): number {
  return document.length + evidence.length + source.length;
}

export function makeImporter(engine: SearchEngine): Importer {
  let atOnce = FIRST_AT_ONCE;
  let endedAt = Number.NEGATIVE_INFINITY;
  let slow = { urn: '', tries: 0 };
  let sinceSnapshot = 0;
  let snapshotAt = performance.now();

  /** Requests a snapshot in the background. A failure is tried again later. */
  function snapshot(changes: readonly DocumentChange[]): void {
    sinceSnapshot = changes.reduce((sum, change) => sum + charactersOf(change), sinceSnapshot);
    const ms = performance.now() - snapshotAt;
    if (ms < SNAPSHOT_SOONEST_MS || (sinceSnapshot < SNAPSHOT_CHARACTERS && ms < SNAPSHOT_LATEST_MS)) return;
    [sinceSnapshot, snapshotAt] = [0, performance.now()];
    void engine.address.snapshot?.();
  }

  /** Did a single document take too long, again? */
  function tooSlow(changes: readonly DocumentChange[], ms: number): boolean {
    const [{ urn } = { urn: '' }] = changes;
    if (changes.length > 1 || ms < IMPORT_TIMEOUT_MS) return false;
    slow = { urn, tries: slow.urn === urn ? slow.tries + 1 : 1 };
    return slow.tries >= MOST_TRIES;
  }

  return {
    async ready() {
      await awaitReplayed(engine, performance.now() - endedAt > QUIET_MS);
    },
    async *parts(changes) {
      let part: DocumentChange[] = [];
      let characters = 0;
      for await (const change of changes) {
        const more = charactersOf(change);
        if (part.length >= atOnce || (part.length > 0 && characters + more > MOST_CHARACTERS)) {
          yield part;
          [part, characters] = [[], 0];
        }
        part.push(change);
        characters += more;
      }
      if (part.length > 0) yield part;
    },
    async put(writing, collections, changes) {
      const from = performance.now();
      try {
        const refused = await Promise.all(collections.map((name) => writeDocuments(writing, name, changes)));
        // On a slow machine imports stay small: one that takes too long is not repeated in the same size for ever.
        if (performance.now() - from < IMPORT_TIMEOUT_MS / 4) atOnce = Math.min(MOST_AT_ONCE, atOnce * 4);
        snapshot(changes);
        return new Map(refused.flatMap((each) => [...each]));
      } catch (error) {
        expectReplay(engine);
        forgetWords(engine);
        atOnce = Math.min(FIRST_AT_ONCE, Math.ceil(changes.length / 4));
        if (!tooSlow(changes, performance.now() - from) || !(await searchAnswers(engine))) throw error;
        return new Map(changes.map(({ urn }) => [urn, `The search engine did not take it within ${IMPORT_TIMEOUT_MS / 1000} s`]));
      } finally {
        endedAt = performance.now();
      }
    },
  };
}
