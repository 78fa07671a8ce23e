import { platformOfUrn, platformUrnOf } from '../api/urn.ts';
import { useName } from './use-name.ts';

/** The name of the platform in a URN, as the head of the page has it: `BigQuery`, not `bigquery`. Nothing if there is none. */
export function PlatformName({ urn }: { readonly urn: string }) {
  const named = platformUrnOf(urn);
  const name = useName(named ?? urn, named === undefined ? (platformOfUrn(urn) ?? '') : undefined);
  return <>{name}</>;
}
