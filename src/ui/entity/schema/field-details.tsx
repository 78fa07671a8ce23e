import { EntityLink } from '../../parts/entity-link.tsx';
import { Tag } from '../../parts/tag.tsx';
import { simplePath } from './field-path.ts';
import { columnOf, type Field } from './merge-fields.ts';

/** Everything that is known about one column. */
export function FieldDetails({ field, onClose }: { readonly field: Field; readonly onClose: () => void }) {
  const name = simplePath(field.path);
  return (
    <aside class="field-details card" aria-label={`Field ${name}`}>
      <header>
        <h3 class="mono">{name}</h3>
        <button type="button" class="plain" aria-label="Close the details" onClick={onClose}>
          ×
        </button>
      </header>
      {field.label && <p>{field.label}</p>}
      <p class={field.description ? 'field-prose' : 'muted'}>{field.description || 'This field has no description yet.'}</p>
      {field.original && (
        <details>
          <summary>Description from the platform</summary>
          <p class="field-prose">{field.original}</p>
        </details>
      )}
      <dl class="facts">
        <dt>Type</dt>
        <dd>
          {field.type || 'unknown'} <code>{field.nativeType}</code>
        </dd>
        <dt>Null values</dt>
        <dd>{field.nullable ? 'allowed' : 'not allowed'}</dd>
        {(field.primaryKey || field.partitionKey) && <dt>Key</dt>}
        {field.primaryKey && <dd>Part of the primary key</dd>}
        {field.partitionKey && <dd>Partition key</dd>}
        {field.foreignKeys.length > 0 && <dt>References</dt>}
        {field.foreignKeys.map((key) => (
          <dd key={key.name}>
            <EntityLink urn={key.dataset} /> <code>{key.columns.map((urn) => columnOf(urn)?.path ?? urn).join(', ')}</code>
          </dd>
        ))}
        {field.tags.length > 0 && <dt>Tags</dt>}
        {field.tags.length > 0 && (
          <dd class="tags">
            {field.tags.map((urn) => (
              <Tag key={urn} urn={urn} />
            ))}
          </dd>
        )}
        {field.terms.length > 0 && <dt>Terms</dt>}
        {field.terms.length > 0 && (
          <dd class="tags">
            {field.terms.map((urn) => (
              <Tag key={urn} urn={urn} kind="term" />
            ))}
          </dd>
        )}
        {name !== field.path && (
          <>
            <dt>Full path</dt>
            <dd>
              <code class="field-path">{field.path}</code>
            </dd>
          </>
        )}
      </dl>
    </aside>
  );
}
