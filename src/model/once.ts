/** A value that is made when it is first asked for, and kept: to compile a validator is work that most starts have no use for. */
export function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
