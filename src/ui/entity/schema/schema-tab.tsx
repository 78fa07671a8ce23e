import { useMemo, useState } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { Empty } from '../../parts/empty.tsx';
import { Time } from '../../parts/time.tsx';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { FieldDetails } from './field-details.tsx';
import { FieldTable } from './field-table.tsx';
import { fieldTree, foldable, matching, rowsOf } from './field-tree.ts';
import { Keys } from './keys.tsx';
import { mergeFields } from './merge-fields.ts';

/** A tree with at most this many fields is unfolded at first. */
const UNFOLDED = 80;

/** Shows the columns of a dataset. The URL contains the search and the chosen field. */
export function SchemaTab({ entity }: { readonly entity: EntityView }) {
  const route = useRoute();
  const searched = route.query.get('find') ?? '';
  const chosen = route.query.get('field') ?? undefined;
  const { schemaMetadata, editableSchemaMetadata } = entity.aspects;
  const fields = useMemo(() => mergeFields(schemaMetadata?.value, editableSchemaMetadata?.value), [schemaMetadata, editableSchemaMetadata]);
  const tree = useMemo(() => fieldTree(fields), [fields]);
  const groups = useMemo(() => foldable(tree), [tree]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(fields.length <= UNFOLDED ? groups : []));
  const words = useMemo(() => searched.split(/\s+/).filter((word) => word !== ''), [searched]);
  const found = useMemo(() => matching(tree, searched), [tree, searched]);
  const rows = useMemo(() => rowsOf(found, words.length > 0 ? new Set(groups) : open), [found, words, groups, open]);
  const field = fields.find(({ path }) => path === chosen);
  const set = (changes: Record<string, string | undefined>): void => navigate(withQuery(route, changes), { replace: true });
  const fold = (path: string): void =>
    setOpen((before) => (before.has(path) ? new Set([...before].filter((each) => each !== path)) : new Set([...before, path])));

  if (fields.length === 0) return <Empty title="The schema has no fields" />;
  return (
    <section class="schema" aria-label="Schema">
      <div class="tab-tools">
        <label class="schema-search">
          <span class="hidden-text">Search in fields</span>
          <input
            type="search"
            placeholder="Search in fields"
            value={searched}
            onInput={(event) => set({ find: event.currentTarget.value || undefined })}
          />
        </label>
        <span class="muted small" role="status">
          {words.length > 0 ? `${rows.length} of ${fields.length} fields` : `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`}
        </span>
        {groups.length > 0 && words.length === 0 && (
          <span class="tab-tools-end">
            <button type="button" class="plain" onClick={() => setOpen(new Set(groups))}>
              Expand all
            </button>
            <button type="button" class="plain" onClick={() => setOpen(new Set())}>
              Collapse all
            </button>
          </span>
        )}
        {schemaMetadata?.created && (
          <span class="muted small schema-age">
            Changed <Time ms={schemaMetadata.created.time} />
          </span>
        )}
      </div>
      <Keys entity={entity} fields={fields} />
      <div class={`schema-parts${field ? ' has-details' : ''}`}>
        {rows.length === 0 ? (
          <Empty title="No field matches">
            <button type="button" onClick={() => set({ find: undefined })}>
              Show all fields
            </button>
          </Empty>
        ) : (
          <FieldTable
            rows={rows}
            words={words}
            selected={chosen}
            onOpen={(path) => set({ field: path === chosen ? undefined : path })}
            onFold={fold}
          />
        )}
        {field && <FieldDetails field={field} onClose={() => set({ field: undefined })} />}
      </div>
    </section>
  );
}
