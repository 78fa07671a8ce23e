/** A number in the form that users compare with: always with a fraction (docs/semantics.md 1.3). */
export function doubleText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}
