/**
 * The text of a field that also shows what the address says.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface TypedText {
  readonly text: string;
  type(text: string): void;
  /** The address will say this next, because of what was typed. */
  expect(given: string): void;
}

/**
 * What the reader has typed. Another given text replaces it, for example after Back. Nothing replaces it when the field has just appeared, or
 * when the given text is an expected one: by then, the reader may have typed on.
 *
 * @param place the given text is another one if this differs
 */
export function useTyped(given: string, place = ''): TypedText {
  const [text, type] = useState(given);
  const known = useRef({ given, place });
  // Before the next key: an effect after the next frame would replace what is typed until then.
  useLayoutEffect(() => {
    if (known.current.given === given && known.current.place === place) return;
    known.current = { given, place };
    type(given);
  }, [given, place]);
  const expect = (next: string): void => {
    known.current = { given: next, place };
  };
  return { text, type, expect };
}
