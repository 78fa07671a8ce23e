import type { Property, PropertyValue } from '../api/properties.ts';
import { isUrn } from '../api/urn.ts';
import { Link } from '../route.ts';
import { EntityLink } from './entity-link.tsx';
import { type PropertyEntry, textOf } from './property-entries.ts';
import { useName } from './use-name.ts';

interface PropertyValuesProps {
  readonly entries: readonly PropertyEntry[];
  readonly properties: readonly Property[];
}

/** Shows structured properties and their values. */
export function PropertyValues({ entries, properties }: PropertyValuesProps) {
  if (entries.length === 0) return <p class="muted">None yet.</p>;
  return (
    <dl class="facts stack close">
      {entries.map(({ propertyUrn, values }) => (
        <Row key={propertyUrn} urn={propertyUrn} values={values} property={properties.find(({ urn }) => urn === propertyUrn)} />
      ))}
    </dl>
  );
}

function Row({
  urn,
  values,
  property,
}: {
  readonly urn: string;
  readonly values: readonly PropertyValue[];
  readonly property: Property | undefined;
}) {
  const name = useName(urn, property?.name);
  return (
    <div>
      <dt>
        <Link href={`/properties/${encodeURIComponent(urn)}`} title={property?.description ?? urn}>
          {name}
        </Link>
      </dt>
      <dd>
        <PropertyValueList values={values} />
      </dd>
    </div>
  );
}

/** The values of one property, in one line. */
export function PropertyValueList({ values }: { readonly values: readonly PropertyValue[] }) {
  return (
    <>
      {values.map((value, at) => (
        <span key={textOf(value)} class="property-value">
          {at > 0 && ', '}
          <Value value={value} />
        </span>
      ))}
    </>
  );
}

function Value({ value }: { readonly value: PropertyValue }) {
  const text = textOf(value);
  return isUrn(text) ? <EntityLink urn={text} /> : text;
}
