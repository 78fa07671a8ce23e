/**
 * The platform, the kind and the environment of an entity in words, the same everywhere: `Snowflake · Table · Prod`.
 */
import { environmentOf, idOfUrn, platformOfUrn, platformUrnOf, typeOfUrn } from '../api/urn.ts';
import { spaced, typeWord } from '../data/words.ts';
import { useName } from './use-name.ts';

interface KindLineProps {
  readonly urn: string;
  /** What the platform calls it. */
  readonly subType?: string | undefined;
  /** URN of its platform, where its own URN does not name one. */
  readonly platform?: string | undefined;
}

export function KindLine({ urn, subType, platform }: KindLineProps) {
  return <>{useKind({ urn, subType, platform })}</>;
}

/** The same as a text. */
export function useKind({ urn, subType, platform }: KindLineProps): string {
  const name = usePlatformName(urn, platform);
  const environment = environmentOf(urn);
  return [name, subType ?? typeWord(typeOfUrn(urn)), environment && spaced(environment)].filter(Boolean).join(' · ');
}

/** The name of the platform: `BigQuery`, not `bigquery`. Empty if there is none. */
function usePlatformName(urn: string, platform: string | undefined): string {
  const named = platformUrnOf(urn) ?? platform;
  const only = platformOfUrn(urn);
  return (
    useName(named ?? urn, named === undefined ? (/^[a-z]+$/.test(only ?? '') ? spaced(only ?? '') : (only ?? '')) : undefined) ||
    (named ? idOfUrn(named) : '')
  );
}

export function PlatformName({ urn }: { readonly urn: string }) {
  return <>{usePlatformName(urn, undefined)}</>;
}
