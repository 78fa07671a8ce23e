/**
 * The number that stands for the time of the commit in a value that is written (docs/semantics.md 3.4). It is no time itself: the last that a
 * `Date` can hold is one later.
 */
export const COMMIT_TIME = -8_640_000_000_000_001;
