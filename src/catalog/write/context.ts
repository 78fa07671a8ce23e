/**
 * What the decision about one proposal can see and do.
 */
import type { DanglingNames, EntityRead, ReadState } from '../../graph/changes.ts';
import type { Model } from '../../model/types.ts';
import type { Property } from '../properties/properties.ts';
import type { Unit } from './proposal.ts';
import type { SetVersion } from './version.ts';

export interface Context {
  readonly model: Model;
  readonly found: ReadState;
  readonly unit: Unit;
  /** The time of this commit, epoch ms. */
  readonly now: number;
  readonly strictFields: boolean;
  /** The number of the present proposal in the commit. */
  step: number;
  /** Is this a write that follows from what the sender wrote, or that the core has decided about? Then it needs no rights of the sender. */
  follows: boolean;
  /** A new id for each attempt. Unique ids are made of it and `step`, so that the decision depends only on its input. */
  readonly attempt: string;
  /** The names of the aspects that another entity has at this point of the commit; none if it does not exist. */
  names(urn: string): ReadonlySet<string>;
  /** Makes sure that all of these entities have been read. If several are missing, they are read together, not one after another. */
  lookUp(urns: readonly string[], aspects: EntityRead['aspects']): void;
  /** Is an entity hidden from the sender? Then a decision takes it as one that does not exist. */
  hides(urn: string): boolean;
  /** Is something of a version set hidden from the sender: the set, or one of its versions? @throws MissingReads */
  hidesVersions(set: string): boolean;
  /** The JSON value of an aspect of another entity at this point of the commit, among what a MERGE has named. */
  seen(urn: string, aspect: string): unknown;
  /** A structured property at this point of the commit. */
  property(urn: string): Property | undefined;
  /** URN of the property that has this search name at this point of the commit. */
  namesake(name: string): string | undefined;
  /** URN of the property that is shown as a badge at this point of the commit. */
  badge(): string | undefined;
  /** The newest version of a version set at this point of the commit, of all but one. */
  newestVersion(set: string, except: string): SetVersion | undefined;
  /** What was above an entity when it was read without a lock: URNs, among which some may be missing. */
  above(urn: string, aspect: string): readonly string[];
  /** What names an entity that begins to exist again, and its parts: aspects whose edges went with its deletion. */
  dangling(urn: string): readonly DanglingNames[];
  /** Notes that an entity begins to exist, and makes sure that what its defaults depend on has been read. */
  begins(urn: string): void;
  /** The container that the request gives an entity, or that it has at this point of the commit. */
  container(urn: string): string | undefined;
  /** Does the request itself send this aspect? */
  supplied(urn: string, aspect: string): boolean;
  /**
   * Counts the characters that the unit writes.
   *
   * @throws Refusal tooLarge
   */
  spend(characters: number): void;
}
