/** What charts show. */
export interface TimePoint {
  /** Epoch ms. */
  readonly time: number;
  readonly value: number;
}
