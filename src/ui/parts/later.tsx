import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.tsx';
import { Spinner } from './spinner.tsx';

/** A component whose script is loaded when it is first shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Shown, show] = useState(() => loaded);
    const [error, setError] = useState<unknown>(undefined);
    const [turn, again] = useState(0);
    useEffect(() => {
      if (Shown) return;
      setError(undefined);
      load().then(
        (found) => {
          loaded = found;
          show(() => found);
        },
        () => setError(new Error('A part of the page could not be loaded. Cairn may have been updated: reload the page.')),
      );
    }, [turn]);
    if (Shown) return <Shown {...props} />;
    return error === undefined ? <Spinner /> : <Failure error={error} onRetry={() => again(turn + 1)} />;
  };
}
