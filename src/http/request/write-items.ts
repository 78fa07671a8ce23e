/**
 * Writes the items of a request for every API that takes several (docs/semantics.md 3.7), and says in the warning header what was refused.
 */
import { type Catalog, type ItemsResult, MOST_RUNS, type SentItem, writeItems } from '../../catalog/index.ts';
import { NO_RUN } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { headerText, warn } from '../answer/warn.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import type { Context } from '../types.ts';
import { writer } from './writer.ts';

/** The most characters of one reason, and of all of them, in the header. */
const MOST_OF_REASON = 200;
const MOST_OF_REASONS = 1_200;

interface How {
  readonly asynchronous: boolean;
  readonly each?: boolean;
  readonly entityMustExist?: boolean;
}

/** @throws Refusal if one item is refused; where each stands for itself, only if all are */
export async function writeAll(context: Context, catalog: Catalog, items: readonly SentItem[], how: How): Promise<ItemsResult> {
  const result = await writeItems(catalog, { items, ...how, ...writer(context, catalog) });
  warnOfWrite(context, catalog, result);
  if (how.asynchronous) warnOfRefused(context, catalog, items.length, result);
  return result;
}

/** Names as many of the refused items as the header has room for, and says where all are. */
function warnOfRefused(context: Context, { model }: Catalog, count: number, { refused, runs, moreRuns }: ItemsResult): void {
  if (refused.length === 0) return;
  const reasons = refused.map(({ refusal }) => {
    const text = refusal.message.replaceAll('\n', ' ').replaceAll('; ', ', ');
    return text.length > MOST_OF_REASON ? `${text.slice(0, MOST_OF_REASON)}…` : text;
  });
  let named = 0;
  for (let left = MOST_OF_REASONS; named < reasons.length; named++) {
    left -= headerText(reasons[named] ?? '').length + 2;
    if (left < 0) break;
  }
  const more = named < reasons.length ? ` and ${reasons.length - named} more` : '';
  const [run] = runs;
  const others = runs.length > 1 ? ` and ${runs.length - 1} other runs` : '';
  const beyond = moreRuns ? `, where ${NO_RUN} has those of further runs than the first ${MOST_RUNS}` : '';
  const where =
    run === undefined ? '' : `. POST /runs?action=refused lists all of them under the run ${run.slice(0, MOST_OF_REASON)}${others}${beyond}`;
  warn(context, model.names, `${refused.length} of ${count} aspects were refused: ${reasons.slice(0, named).join(', ')}${more}${where}`);
}

/** The run that a client has named in what cannot be read otherwise. Some send their metadata as JSON text. */
export function runIn(metadata: unknown): string | undefined {
  if (typeof metadata === 'string') return /"runId"\s*:\s*"([^"\\]{1,500})"/.exec(metadata.slice(0, 10_000))?.[1];
  return isRecord(metadata) && typeof metadata.runId === 'string' ? metadata.runId : undefined;
}

/** A member of what cannot be read otherwise, if it is a text. */
export function textIn(json: unknown, name: string): string | undefined {
  return isRecord(json) && typeof json[name] === 'string' ? json[name] : undefined;
}
