/**
 * Collects for the audit line what one request did to the catalog: which entities, and how many aspects with which outcome. Never a value.
 */
import type { WriteObserver } from '../catalog/index.ts';

export interface AuditTrail {
  /** Receives the outcome of each aspect from the core. */
  readonly wrote: WriteObserver['wrote'];
  /** Notes a policy that has allowed something. */
  allowed(policy: string): void;
  /** Adds what the path does not say: the fields of a mutation, the run of a rollback. */
  about(text: string): void;
  /** Marks the request as a write, whatever its path says. */
  writes(): void;
  /** Marks the request as denied, whatever its status says. */
  deny(): void;
  seen(): AuditNotes;
}

export interface AuditNotes {
  readonly about: string | undefined;
  readonly writes: boolean;
  readonly denied: boolean;
  /** The first URNs. */
  readonly urns: readonly string[];
  /** How many entities there were. Counting stops at 10,000. */
  readonly entities: number;
  /** The first policies that have allowed something, by URN. */
  readonly policies: readonly string[];
  /** The number of aspects by outcome: `changed`, `unchanged`, `deleted`, `dropped`, `refused`, `failed`. */
  readonly aspects: Readonly<Record<string, number>>;
}

const MOST_URNS = 20;
const MOST_COUNTED = 10_000;
/** No URN is longer, but clients may send longer texts instead. */
const MOST_CHARACTERS = 512;

export function makeAuditTrail(): AuditTrail {
  const urns = new Set<string>();
  const policies = new Set<string>();
  const aspects: Record<string, number> = {};
  let about: string | undefined;
  let writes = false;
  let denied = false;
  return {
    wrote(urn, outcome) {
      writes = true;
      if (urns.size < MOST_COUNTED) urns.add(urn.slice(0, MOST_CHARACTERS));
      aspects[outcome] = (aspects[outcome] ?? 0) + 1;
    },
    allowed: (policy) => {
      if (policies.size < MOST_URNS) policies.add(policy);
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
    seen: () => ({ about, writes, denied, urns: [...urns].slice(0, MOST_URNS), entities: urns.size, policies: [...policies], aspects }),
  };
}
