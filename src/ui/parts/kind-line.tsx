/**
 * The platform, the kind and the environment of an entity in words, the same everywhere: `Snowflake · Table · Prod`.
 */
import { knownName, knownOf, lookUp } from '../api/names.ts';
import { environmentOf, idOfUrn, platformOfUrn, platformUrnOf, typeOfUrn } from '../api/urn.ts';
import { kindOf, spaced } from '../data/words.ts';
import { useLoad } from './use-load.ts';
import { useName } from './use-name.ts';

interface KindLineProps {
  readonly urn: string;
  /** What the platform calls it. If absent, the server is asked. */
  readonly subType?: string | undefined;
  /** URN of its platform, where its own URN does not name one. */
  readonly platform?: string | undefined;
}

export function KindLine(props: KindLineProps) {
  return <>{useKind(props)}</>;
}

/** The same as a text. */
export function useKind(props: KindLineProps): string {
  const { urn, platform } = props;
  const given = 'subType' in props ? kindOf(typeOfUrn(urn), props.subType) : undefined;
  const { data } = useLoad(async () => (given === undefined ? await lookUp(urn) : undefined), [urn, given]);
  const known = data ?? knownOf(urn);
  return kindWords(urn, given ?? known?.kind ?? '', usePlatformName(urn, platform ?? known?.platform));
}

/** The same where no component asks: the name of the platform is the one that is known. */
export function kindLineOf({ urn, subType }: KindLineProps): string {
  const platform = platformUrnOf(urn);
  return kindWords(urn, kindOf(typeOfUrn(urn), subType), platform === undefined ? toolName(urn) : (knownName(platform) ?? idOfUrn(platform)));
}

function kindWords(urn: string, kind: string, platform: string): string {
  const environment = environmentOf(urn);
  return [platform, kind, environment && spaced(environment)].filter(Boolean).join(' · ');
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
