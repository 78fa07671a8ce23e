import { plainPath } from '../../../column-names.ts';
import type { EntityView } from '../../api/entity.ts';
import { isRecord, recordsIn, stringsIn, textOf } from '../../data/is-record.ts';
import { columnOf, type Field } from '../../data/merge-fields.ts';
import { EntityLink } from '../../parts/entity-link.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { entityUrl, Link } from '../../route.ts';

/** Shows the primary key, the foreign keys, and the schema in the platform's own format. */
export function Keys({ entity, fields }: { readonly entity: EntityView; readonly fields: readonly Field[] }) {
  const schema = entity.aspects.schemaMetadata?.value ?? {};
  const primary = fields.filter(({ primaryKey }) => primaryKey).map(({ path }) => plainPath(path));
  const foreign = recordsIn(schema.foreignKeys);
  const written = platformText(schema.platformSchema);
  if (primary.length === 0 && foreign.length === 0 && written === '') return null;
  return (
    <div class="schema-keys stack close medium">
      {primary.length > 0 && (
        <p>
          <span class="muted">Primary key</span> <code>{primary.join(', ')}</code>
        </p>
      )}
      {foreign.length > 0 && (
        <details open={foreign.length <= 3}>
          <summary>
            {foreign.length} foreign {foreign.length === 1 ? 'key' : 'keys'}
          </summary>
          <ul>
            {foreign.map((key, index) => (
              <li key={index}>
                <code>{columns(key.sourceFields)}</code> <span aria-hidden="true">→</span>
                <span class="hidden-text"> references </span> <EntityLink urn={textOf(key.foreignDataset)} />{' '}
                <ColumnLinks urns={stringsIn(key.foreignFields)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {written !== '' && (
        <details>
          <summary>Schema in the platform’s own format</summary>
          <ScrollRegion label="Schema in the platform’s own format" class="platform-schema sunken">
            <pre>{written}</pre>
          </ScrollRegion>
        </details>
      )}
    </div>
  );
}

function ColumnLinks({ urns }: { readonly urns: readonly string[] }) {
  return (
    <>
      {urns.map((urn, at) => (
        <span key={urn}>
          {at > 0 && ', '}
          <Link class="mono" href={entityUrl(urn)}>
            {plainPath(columnOf(urn)?.path ?? urn)}
          </Link>
        </span>
      ))}
    </>
  );
}

function columns(urns: unknown): string {
  return stringsIn(urns)
    .map((urn) => plainPath(columnOf(urn)?.path ?? urn))
    .join(', ');
}

/** The longest text in the record, in whatever format: DDL, Avro, JSON. */
function platformText(platformSchema: unknown): string {
  const record = isRecord(platformSchema) ? Object.values(platformSchema)[0] : undefined;
  const texts = isRecord(record) ? Object.values(record).map(textOf) : [];
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '').trim();
}
