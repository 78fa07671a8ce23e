/**
 * What a decision on one proposal can see and do.
 */

import type { Found } from '../../graph/changes.ts';
import type { Model } from '../../model/types.ts';
import type { Property } from '../properties/properties.ts';
import type { Unit } from './proposal.ts';

export interface Context {
  readonly model: Model;
  readonly found: Found;
  readonly unit: Unit;
  /** Epoch ms of this commit. */
  readonly now: number;
  readonly strictFields: boolean;
  /** Which proposal of the commit is under way. */
  step: number;
  /** New with each attempt: what must be unique is made of it and of `step`, so that the decision stays a function of its input. */
  readonly attempt: string;
  /** Names of the aspects that another entity has by now; none when it does not exist. */
  names(urn: string): ReadonlySet<string>;
  /** Makes sure that all of these have been asked for, so that what is missing comes at once and not one after another. */
  lookUp(urns: readonly string[], aspects: readonly string[]): void;
  /** A structured property as it is by now. */
  property(urn: string): Property | undefined;
  /** URN of the property that is searched under this name by now. */
  namesake(name: string): string | undefined;
  /** URN of the property that is shown as a badge by now. */
  badge(): string | undefined;
  /** An entity begins to exist: makes sure that what its defaults depend on has been looked for. */
  begins(urn: string): void;
  /** The container that the request puts an entity into, or that it is in by now. */
  container(urn: string): string | undefined;
  /** Does the unit bring more than property values of an entity after this? */
  comesAlong(urn: string): boolean;
  /** Does the request bring the aspect itself? */
  supplied(urn: string, aspect: string): boolean;
  /**
   * Counts what the unit writes, in characters.
   *
   * @throws Refusal tooLarge
   */
  spend(characters: number): void;
}
