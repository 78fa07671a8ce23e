/**
 * What a bulk change would do, before it does it: old and new values, what many have alike once.
 */
import type { BulkPreview } from '../api/bulk.ts';
import { isUrn } from '../api/urn.ts';
import { partNamed } from '../data/parts.ts';
import { plural, spaced } from '../data/words.ts';
import { EntityLink, EntityLinks } from '../parts/entity-link.tsx';
import { useName } from '../parts/use-name.ts';
import { titleOfPart } from './parts.ts';
import { partWord, refusalWords } from './words.ts';

interface PreviewProps {
  readonly preview: BulkPreview;
  readonly what: string;
  /** What is counted. */
  readonly noun: string;
  /** Of a file: where each entity is in it. */
  readonly lines?: ReadonlyMap<string, number> | undefined;
}

export function Preview({ preview, what, noun, lines }: PreviewProps) {
  const { total, tried, changed, unchanged, refused, refusals, differences, moreDifferences } = preview;
  const all = tried === total;
  return (
    <>
      <p>{what}.</p>
      <dl class="bulk-counts" aria-label="What will change">
        <div>
          <dt>will change</dt>
          <dd>{changed.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>stay as they are</dt>
          <dd>{unchanged.toLocaleString('en')}</dd>
        </div>
        <div class={refused > 0 ? 'bulk-bad' : ''}>
          <dt>refused</dt>
          <dd>{refused.toLocaleString('en')}</dd>
        </div>
      </dl>
      {!all && (
        <p class="hint">
          Cairn tried the first {tried.toLocaleString('en')} of {plural(total, noun)}. The report counts all of them.
        </p>
      )}
      {differences.length > 0 && (
        <ul class="bulk-differences" aria-label="Old and new values">
          {differences.map((difference) => (
            <Row key={JSON.stringify(difference)} difference={difference} />
          ))}
          {moreDifferences > 0 && <li class="muted small">and {plural(moreDifferences, 'other difference')}</li>}
        </ul>
      )}
      {refusals.length > 0 && (
        <details class="bulk-refused">
          <summary>Why {plural(refused, noun)} will be refused</summary>
          <ul>
            {refusals.map(({ urn, aspect, message }) => (
              <li key={`${urn} ${aspect}`}>
                {lines?.has(urn) && `Line ${lines.get(urn)}: `}
                <EntityLink urn={urn} /> {aspect !== undefined && <span class="muted small">{partWord(aspect)}</span>}
                <p class="small">{refusalWords(message)}</p>
              </li>
            ))}
          </ul>
          {refused > refusals.length && <p class="muted small">The report names them all.</p>}
        </details>
      )}
    </>
  );
}

/** One thing that would change: the part of it, and values before and after. */
interface Difference {
  readonly part: string;
  readonly column?: string | null | undefined;
  readonly property?: string | undefined;
  readonly before: readonly DifferenceValue[];
  readonly after: readonly DifferenceValue[];
}

interface DifferenceValue {
  readonly text: string;
  readonly note?: string | null | undefined;
}

/** Parts that are lists: of those, what comes and goes is said, not what there is. */
function isList(part: string): boolean {
  return ['links', 'owners', 'forms', 'pages'].includes(partNamed(part)?.shape ?? '');
}

function Row({ difference }: { readonly difference: BulkPreview['differences'][number] }) {
  const { count, urns } = difference;
  return (
    <li>
      <DifferenceLine difference={difference} />
      <p class="muted small breaks">
        <EntityLinks urns={urns} />
        {count > urns.length && ` and ${(count - urns.length).toLocaleString('en')} more alike`}
      </p>
    </li>
  );
}

interface DifferenceLineProps {
  readonly difference: Difference;
  /** Are the old values known? */
  readonly whole?: boolean;
}

export function DifferenceLine({ difference: { part, column = null, property, before, after }, whole = true }: DifferenceLineProps) {
  const list = isList(part);
  return (
    <p class="breaks">
      <span class="bulk-what muted small">
        {property === undefined ? titleOfPart(part) : <Name urn={property} />}
        {column !== null && (
          <>
            {' of '}
            <code>{column}</code>
          </>
        )}
      </span>{' '}
      {(list ? before.length > 0 : whole) && <Values values={before} kind="old" none={noneOf(part)} />}
      {!list && whole && <span aria-hidden="true"> → </span>}
      {(!list || after.length > 0) && <Values values={after} kind="new" none={part === 'deletion' ? 'restored' : noneOf(part)} />}
    </p>
  );
}

function noneOf(part: string): string {
  return part === 'deletion' ? 'there' : part === 'deprecation' ? 'not deprecated' : 'none';
}

/** Values as text that was taken out or put in. */
function Values({ values, kind, none }: { readonly values: readonly DifferenceValue[]; readonly kind: 'old' | 'new'; readonly none: string }) {
  if (values.length === 0) return <span class="muted">{none}</span>;
  const Tag = kind === 'old' ? 'del' : 'ins';
  return (
    <>
      {values.map(({ text, note }, at) => (
        <span key={`${text} ${note}`}>
          {at > 0 && ' '}
          <Tag>
            <span class="hidden-text">{kind === 'old' ? 'Old: ' : 'New: '}</span>
            {isUrn(text) ? <Name urn={text} /> : <span dir="auto">{wordOf(text)}</span>}
            {note && ` (${spaced(note).toLowerCase()})`}
          </Tag>
        </span>
      ))}
    </>
  );
}

const WORDS: Readonly<Record<string, string>> = { soft: 'soft-deleted', hard: 'deleted permanently', '': 'deprecated' };

function wordOf(text: string): string {
  return WORDS[text] ?? text;
}

function Name({ urn }: { readonly urn: string }) {
  return <span dir="auto">{useName(urn)}</span>;
}
