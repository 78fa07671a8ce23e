/**
 * What the head of a page says around the name: where the entity is, what is wrong with it, how big and how used it is.
 */
import type { About } from '../api/about.ts';
import type { Card } from '../api/cards.ts';
import { bytes, duration, short } from '../data/numbers.ts';
import { plural } from '../data/words.ts';
import { Time } from '../parts/time.tsx';
import { entityUrl, Link } from '../route.ts';
import { typeSettings } from '../settings.ts';

/** What it is in, from the outermost. */
export function Breadcrumb({ parents }: { readonly parents: readonly Card[] }) {
  if (parents.length === 0) return null;
  return (
    <nav class="breadcrumb small" aria-label="Part of">
      <ol>
        {parents.map(({ urn, name }) => (
          <li key={urn}>
            <Link href={entityUrl(urn)} dir="auto">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Badges for open incidents and failing checks. They lead to the tab that has them. */
export function Trouble({ urn, about: { openIncidents, failingChecks } }: { readonly urn: string; readonly about: About }) {
  return (
    <>
      {openIncidents > 0 && (
        <Link class="badge badge-bad" href={entityUrl(urn, 'quality')}>
          {plural(openIncidents, 'open incident')}
        </Link>
      )}
      {failingChecks > 0 && (
        <Link class="badge badge-bad" href={entityUrl(urn, 'quality')}>
          {plural(failingChecks, 'failing check')}
        </Link>
      )}
    </>
  );
}

interface FiguresProps {
  readonly type: string;
  readonly about: About;
  /** The columns of the schema, where no profile has counted them. */
  readonly fields: number | undefined;
}

/** A line of the numbers that are known. */
export function Figures({ type, about, fields }: FiguresProps) {
  const { rows, bytes: size, columns = fields, queries, views, users, changed, run } = about;
  const figures: [number, string, string][] = [];
  const add = (value: number | undefined, text: (value: number) => string, word: string): void => {
    if (value !== undefined) figures.push([value, text(value), word]);
  };
  add(rows, short, rows === 1 ? 'row' : 'rows');
  add(columns, (count) => count.toLocaleString('en'), columns === 1 ? 'column' : 'columns');
  add(size, bytes, '');
  add(queries, short, 'queries a month');
  add(views, short, 'views a month');
  add(users, short, users === 1 ? 'user' : 'users');
  const none = figures.length === 0 && changed === undefined && run === undefined;
  // Types that mostly have figures: their line keeps its place until these are read, so that nothing below moves.
  if (none) return typeSettings(type)?.measured ? <div class="head-figures bar far muted small" /> : null;
  return (
    <ul class="head-figures bar far muted small">
      {figures.map(([exact, text, word]) => (
        <li key={word} title={exact.toLocaleString('en')}>
          <strong>{text}</strong> {word}
        </li>
      ))}
      {changed !== undefined && (
        <li>
          data changed <Time ms={changed} />
        </li>
      )}
      {run?.at !== undefined && (
        <li>
          started <Time ms={run.at} />
        </li>
      )}
      {run?.durationMs !== undefined && (
        <li>
          took <strong>{duration(run.durationMs)}</strong>
        </li>
      )}
    </ul>
  );
}
