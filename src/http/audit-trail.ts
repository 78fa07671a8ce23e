/**
 * What one request did to the catalog, as the audit line tells it: which entities, and what became of how many aspects. Never a value.
 */
import type { WriteObserver } from '../catalog/index.ts';

export interface AuditTrail {
  /** The core has come to this with an aspect of this entity: what was written, or what was refused. */
  readonly observer: WriteObserver;
  /** What the path does not say: the fields of a mutation, the run that is rolled back. */
  about(text: string): void;
  /** This is no read, whatever the path says. */
  writes(): void;
  /** The sender may not do this, whatever the status says. */
  deny(): void;
  seen(): Seen;
}

export interface Seen {
  readonly about: string | undefined;
  readonly writes: boolean;
  readonly denied: boolean;
  /** The first of them. */
  readonly urns: readonly string[];
  /** How many entities there were; at 10,000 counting ends. */
  readonly entities: number;
  /** Of how many aspects: `changed`, `unchanged`, `deleted`, `dropped`, `refused`, `failed`. */
  readonly aspects: Readonly<Record<string, number>>;
}

const MOST_URNS = 20;
const MOST_COUNTED = 10_000;
/** No URN is longer; what a client sends instead of one may be. */
const MOST_CHARACTERS = 512;

export function makeAuditTrail(): AuditTrail {
  const urns = new Set<string>();
  const aspects: Record<string, number> = {};
  let about: string | undefined;
  let writes = false;
  let denied = false;
  return {
    observer(urn, outcome) {
      writes = true;
      if (urns.size < MOST_COUNTED) urns.add(urn.slice(0, MOST_CHARACTERS));
      aspects[outcome] = (aspects[outcome] ?? 0) + 1;
    },
    about: (text) => {
      about = text.slice(0, MOST_CHARACTERS);
    },
    writes: () => {
      writes = true;
    },
    deny: () => {
      denied = true;
    },
    seen: () => ({ about, writes, denied, urns: [...urns].slice(0, MOST_URNS), entities: urns.size, aspects }),
  };
}
