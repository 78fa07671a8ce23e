import { isUrn, partsOfUrn, platformOfUrn, typeOfUrn } from '../api/urn.ts';
import { useName } from './use-name.ts';

/** The name of the platform in a URN, as the head of the page has it: `BigQuery`, not `bigquery`. Nothing if there is none. */
export function PlatformName({ urn }: { readonly urn: string }) {
  const named = platformUrnIn(urn);
  const name = useName(named ?? urn, named === undefined ? (platformOfUrn(urn) ?? '') : undefined);
  return <>{name}</>;
}

/** The URN of the platform in the URN of an entity, or of what that is part of; undefined if there is none. */
function platformUrnIn(urn: string): string | undefined {
  const first = partsOfUrn(urn)[0];
  if (!isUrn(first)) return undefined;
  return typeOfUrn(first) === 'dataPlatform' ? first : platformUrnIn(first);
}
