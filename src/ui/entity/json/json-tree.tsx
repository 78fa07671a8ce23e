import { useState } from 'preact/hooks';
import { isUrn, typeOfUrn } from '../../api/urn.ts';
import { isRecord } from '../../data/is-record.ts';
import { entityUrl, Link } from '../../route.ts';
import { isLong } from './exact.ts';

interface JsonTreeProps {
  readonly value: unknown;
  readonly name: string;
  /** How many levels are unfolded at first. */
  readonly open?: number;
}

/** How many members of a long list or object are drawn at once. */
const STEP = 100;

/** JSON that the reader can fold. URNs in it are links to their entities. */
export function JsonTree({ value, name, open = 2 }: JsonTreeProps) {
  return (
    <div class="json small breaks mono">
      <Node value={value} name={name} open={open} />
    </div>
  );
}

function Node({ value, name, open }: Required<JsonTreeProps>) {
  const [unfolded, setExpanded] = useState(open > 0);
  const [shown, setShown] = useState(STEP);
  const members = Array.isArray(value)
    ? value.map((each, index): [string, unknown] => [String(index), each])
    : isRecord(value) && !isLong(value)
      ? Object.entries(value)
      : undefined;
  if (!members || members.length === 0)
    return (
      <div class="json-line">
        <span class="strong">{name}</span>: <Scalar value={value} />
      </div>
    );
  return (
    <div>
      <button type="button" class="json-fold bare" aria-expanded={unfolded} onClick={() => setExpanded(!unfolded)}>
        <span class="json-twist muted" aria-hidden="true">
          {unfolded ? '▾' : '▸'}
        </span>
        <span class="strong">{name}</span>
        <span class="muted small">{Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`}</span>
      </button>
      {unfolded && (
        <div class="json-members">
          {members.slice(0, shown).map(([key, each]) => (
            <Node key={key} name={key} value={each} open={open - 1} />
          ))}
          {members.length > shown && (
            <button type="button" class="plain" onClick={() => setShown(shown + STEP * 5)}>
              {members.length - shown} more
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Scalar({ value }: { readonly value: unknown }) {
  if (isUrn(value) && typeOfUrn(value) !== '')
    return (
      <Link class="json-text" href={entityUrl(value)}>
        {value}
      </Link>
    );
  if (isLong(value)) return <span class="json-number">{value.digits}</span>;
  const kind = typeof value === 'string' ? 'text' : value === null ? 'null' : typeof value === 'object' ? 'empty' : 'number';
  return <span class={`json-${kind}`}>{JSON.stringify(value)}</span>;
}
