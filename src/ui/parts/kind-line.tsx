/**
 * The platform, the kind and the environment of an entity in words, the same everywhere: `Snowflake · Table · Prod`.
 */
import { knownName } from '../api/names.ts';
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
  return kindWords(urn, subType, usePlatformName(urn, platform));
}

/** The same where no component asks: the name of the platform is the one that is known. */
export function knownKind({ urn, subType }: KindLineProps): string {
  const platform = platformUrnOf(urn);
  return kindWords(urn, subType, platform === undefined ? toolName(urn) : (knownName(platform) ?? idOfUrn(platform)));
}

function kindWords(urn: string, subType: string | undefined, platform: string): string {
  const environment = environmentOf(urn);
  const kind = subType?.includes('_') ? spaced(subType) : subType;
  return [platform, kind ?? typeWord(typeOfUrn(urn)), environment && spaced(environment)].filter(Boolean).join(' · ');
}

/** The name of the platform: `BigQuery`, not `bigquery`. Empty if there is none. */
function usePlatformName(urn: string, platform: string | undefined): string {
  const named = platformUrnOf(urn) ?? platform;
  return useName(named ?? urn, named === undefined ? toolName(urn) : undefined) || (named ? idOfUrn(named) : '');
}

/** A tool or orchestrator that the URN only names; empty if there is none. */
function toolName(urn: string): string {
  const only = platformOfUrn(urn) ?? '';
  return /^[a-z]+$/.test(only) ? spaced(only) : only;
}

export function PlatformName({ urn }: { readonly urn: string }) {
  return <>{usePlatformName(urn, undefined)}</>;
}
