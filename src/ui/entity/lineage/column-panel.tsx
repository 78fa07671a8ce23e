import { plainPath } from '../../../column-names.ts';
import type { ReachedEntity } from '../../api/lineage.ts';
import { columnOf } from '../../data/merge-fields.ts';
import { plural } from '../../data/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { entityUrl, Link } from '../../route.ts';
import type { ColumnStep } from './column-lineage.ts';
import type { ColumnReach } from './use-column-lineage.ts';

interface ColumnPanelProps {
  readonly column: string;
  readonly lineage: ColumnReach;
  /** The steps in the entity's own aspects. */
  readonly steps: readonly ColumnStep[];
  /** URN of the column. */
  readonly urn: string;
}

/** Shows the columns from which the chosen one is made, and those made from it. */
export function ColumnPanel({ column, lineage, steps, urn }: ColumnPanelProps) {
  const how = steps.filter(({ from, to, how: text }) => text !== '' && (from.includes(urn) || to.includes(urn))).map(({ how: text }) => text);
  return (
    <section class="column-panel card" aria-label={`Lineage of the column ${plainPath(column)}`}>
      <h3>
        Column <code>{plainPath(column)}</code> {how.length > 0 && <span class="muted small">{[...new Set(how)].join(', ')}</span>}
      </h3>
      <div class="column-sides tiles tiles-wide">
        <Columns title="Upstream columns" none="The catalog knows none." columns={lineage.up} total={lineage.totalUp} />
        <Columns title="Downstream columns" none="The catalog knows none." columns={lineage.down} total={lineage.totalDown} />
      </div>
    </section>
  );
}

interface ColumnsProps {
  readonly title: string;
  readonly none: string;
  readonly columns: readonly ReachedEntity[];
  readonly total: number;
}

function Columns({ title, none, columns, total }: ColumnsProps) {
  return (
    <div>
      <h4 class="muted small">{title}</h4>
      {columns.length === 0 && <p class="muted small">{none}</p>}
      <ul>
        {columns.map(({ urn, degree, missing }) => {
          const column = columnOf(urn);
          return (
            <li key={urn}>
              <Link class="mono" href={entityUrl(urn)}>
                {plainPath(column?.path ?? urn)}
              </Link>{' '}
              in {column && <EntityLink urn={column.parent} />} <span class="muted small">{plural(degree, 'hop')}</span>
              {missing && <Badge tone="warn">Not in the schema</Badge>}
            </li>
          );
        })}
      </ul>
      {columns.length < total && (
        <p class="muted small">
          These are the nearest {columns.length} of {total}.
        </p>
      )}
    </div>
  );
}
