/**
 * Puts documents into Typesense in imports that end soon. After a restart Typesense replays its log, and an import that is sent meanwhile
 * is not answered though it calls itself healthy (engines 7): none is sent before it is whole, and the first ones are small.
 *
 * States: shaken (at first, after a failure) → (whole) → steady; steady for a while without an import: asked again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import { IMPORT_TIMEOUT_MS, type SearchEngine, searchAnswers, searchIsWhole } from './client.ts';
import { type Change, writeDocuments } from './index.ts';

const MOST_AT_ONCE = 500;
/** Characters of an import: larger ones are no faster. */
const MOST_CHARACTERS = 4_000_000;
/** Documents of the first import after a failure. */
const FIRST_AT_ONCE = 20;
/** Engines do not come back within this time, ms: an import that follows another one so soon needs no question. */
const QUIET_MS = 500;
const LOOKS = 10;
const LOOK_MS = 50;
/** A document that is not taken so often, alone, is refused. */
const MOST_TRIES = 2;

export interface Importer {
  /** @throws Refusal unavailable while Typesense is away, or not whole */
  ready(): Promise<void>;
  /** Puts changes together that make one import. */
  parts(changes: AsyncIterable<Change>): AsyncGenerator<Change[]>;
  /**
   * Puts changes into these collections.
   *
   * @returns URNs of documents that are refused, with the reasons
   * @throws Refusal unavailable: nothing is certain about any of them
   */
  put(collections: readonly string[], changes: readonly Change[]): Promise<Map<string, string>>;
}

export function makeImporter(engine: SearchEngine): Importer {
  let atOnce = FIRST_AT_ONCE;
  let shaken = true;
  let endedAt = Number.NEGATIVE_INFINITY;
  let slow = { urn: '', tries: 0 };

  async function isWhole(): Promise<boolean> {
    // Another server's import looks like a part of the log for a moment.
    for (let look = 0; look < LOOKS; look++) {
      if (await searchIsWhole(engine.address)) return true;
      await pause(LOOK_MS);
    }
    return false;
  }

  /** Was it this one document that took too long, again? */
  function tooSlow(changes: readonly Change[], ms: number): boolean {
    const [{ urn } = { urn: '' }] = changes;
    if (changes.length > 1 || ms < IMPORT_TIMEOUT_MS) return false;
    slow = { urn, tries: slow.urn === urn ? slow.tries + 1 : 1 };
    return slow.tries >= MOST_TRIES;
  }

  return {
    async ready() {
      if (!shaken && performance.now() - endedAt < QUIET_MS) return;
      if (!(await isWhole())) throw unavailable('The search engine is away, or has not read its log yet');
      shaken = false;
    },
    async *parts(changes) {
      let part: Change[] = [];
      let characters = 0;
      for await (const change of changes) {
        const more = change.document?.length ?? 0;
        if (part.length >= atOnce || (part.length > 0 && characters + more > MOST_CHARACTERS)) {
          yield part;
          [part, characters] = [[], 0];
        }
        part.push(change);
        characters += more;
      }
      if (part.length > 0) yield part;
    },
    async put(collections, changes) {
      const from = performance.now();
      try {
        const refused = await Promise.all(collections.map((name) => writeDocuments(engine, name, changes)));
        atOnce = Math.min(MOST_AT_ONCE, atOnce * 4);
        return new Map(refused.flatMap((each) => [...each]));
      } catch (error) {
        shaken = true;
        atOnce = Math.min(FIRST_AT_ONCE, Math.ceil(changes.length / 4));
        if (!tooSlow(changes, performance.now() - from) || !(await searchAnswers(engine.address))) throw error;
        return new Map(changes.map(({ urn }) => [urn, `The search engine did not take it within ${IMPORT_TIMEOUT_MS / 1000} s`]));
      } finally {
        endedAt = performance.now();
      }
    },
  };
}
