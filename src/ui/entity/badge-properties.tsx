import { useContext } from 'preact/hooks';
import type { EntityView } from '../api/entity.ts';
import { Badge } from '../parts/badge.tsx';
import { entriesIn, textOf } from '../parts/property-entries.ts';
import { OfPage } from './page-context.ts';

/** Shows the values of properties that appear as badges beside the name. */
export function BadgeProperties({ entity }: { readonly entity: EntityView }) {
  const { properties } = useContext(OfPage);
  const shown = entriesIn(entity.aspects.structuredProperties?.value).filter(({ propertyUrn }) =>
    properties.some(({ urn, flags }) => urn === propertyUrn && flags.has('showAsAssetBadge')),
  );
  return (
    <>
      {shown.map(({ propertyUrn, values }) => (
        <Badge key={propertyUrn} tone="good">
          {values.map(textOf).join(', ')}
        </Badge>
      ))}
    </>
  );
}
