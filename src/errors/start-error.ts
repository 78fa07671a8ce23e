/**
 * An error that prevents the start, in one sentence that says what to do. `main.ts` prints it and exits with 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}
