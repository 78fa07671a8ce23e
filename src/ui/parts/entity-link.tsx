import { entityUrl, Link } from '../route.ts';
import { useName } from './use-name.ts';

/** A link to the page of an entity, with its name. */
export function EntityLink({ urn, name }: { readonly urn: string; readonly name?: string }) {
  const shown = useName(urn, name);
  return (
    <Link href={entityUrl(urn)} class="entity-link" dir="auto" title={urn}>
      {shown}
    </Link>
  );
}

/** Several in a line of text. */
export function EntityLinks({ urns }: { readonly urns: readonly string[] }) {
  return (
    <>
      {urns.map((urn, at) => (
        <span key={urn}>
          {at > 0 && ', '}
          <EntityLink urn={urn} />
        </span>
      ))}
    </>
  );
}
