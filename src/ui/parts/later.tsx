import type { ComponentType } from 'preact';
import { Failure } from './failure.tsx';
import { Spinner } from './spinner.tsx';
import { useLoad } from './use-load.ts';

const OUTDATED = new Error('A part of the page could not be loaded. Cairn may have been updated: reload the page.');

/** A component whose script is loaded when it is first shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const { data, error, reload } = useLoad(async () => (loaded ??= await load()), []);
    const Shown = data ?? loaded;
    if (Shown) return <Shown {...props} />;
    return error === undefined ? <Spinner /> : <Failure error={OUTDATED} onRetry={reload} />;
  };
}
