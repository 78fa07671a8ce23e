import type { EntityView } from '../api/entity.ts';
import { isRecord } from '../data/is-record.ts';

/** The properties that the source sent, from whatever aspects have them, by name. */
function customPropertiesOf({ aspects }: EntityView): [name: string, value: string][] {
  const all = Object.values(aspects).flatMap(({ value }) => (isRecord(value.customProperties) ? Object.entries(value.customProperties) : []));
  return all.map(([name, value]): [string, string] => [name, String(value)]).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The properties that the source sent, as a section of the sidebar. Nothing if there are none. */
export function CustomProperties({ entity }: { readonly entity: EntityView }) {
  const properties = customPropertiesOf(entity);
  if (properties.length === 0) return null;
  return (
    <section class="side-section stack close breaks">
      <div class="side-head line spread flush">
        <h2>From the source</h2>
      </div>
      <dl class="facts stack close">
        {properties.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
