/**
 * What checks say about an asset, and what is wrong with it now.
 */
import { isRecord } from '../../model/path.ts';
import { numberIn, textIn, textsIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import { valueIn } from '../state.ts';
import { pathIn } from './columns.ts';
import { isRemoved, readNamed } from './names.ts';
import { descriptionIn, nameIn } from './texts.ts';

export interface Check {
  /** URN of the assertion. */
  readonly urn: string;
  readonly type: string;
  readonly about: string;
  /** Paths of the columns that it is about. */
  readonly columns: readonly string[];
  /** SUCCESS, FAILURE, ERROR or INIT; undefined if it never ran. */
  readonly result: string | undefined;
  /** Epoch ms. */
  readonly at: number | undefined;
  /** Results before the latest, newest first. */
  readonly earlier: readonly { readonly result: string; readonly at: number }[];
}

export interface Incident {
  readonly urn: string;
  readonly title: string;
  readonly type: string;
  /** Epoch ms. */
  readonly since: number | undefined;
}

/** Of each of the two, so many are looked at. */
const MOST = 2_000;
const RUNS = 'assertionRunEvent';
const [ASSERTS, INCIDENT_ON] = ['Asserts', 'IncidentOn'];

/** How many of something were looked at, and by which relationship the others are found. */
export interface LookedAt {
  readonly part: 'checks' | 'incidents';
  readonly type: string;
  readonly shown: number;
  readonly of: number;
}

/**
 * The assertions about an asset with their latest results, failed ones first, and the incidents that are open.
 *
 * @param runs how many results of each
 * @returns `cut`: where there are more than were looked at
 */
export async function checksOf(
  core: Pick<Catalog, 'model' | 'read' | 'related' | 'latestPoints' | 'seriesOfEach'>,
  urn: Urn,
  runs = 1,
): Promise<{ checks: Check[]; incidents: Incident[]; cut: LookedAt[] }> {
  const [asserting, raised] = await Promise.all([
    core.related(urn, 'INCOMING', [ASSERTS], 0, MOST),
    core.related(urn, 'INCOMING', [INCIDENT_ON], 0, MOST),
  ]);
  const urns = [...asserting.related, ...raised.related].map((each) => each.urn);
  const views = [...(await readNamed(core, urns, ['assertionInfo', 'incidentInfo'])).values()].filter((view) => view.exists && !isRemoved(view));
  const assertions = views.filter((view) => view.urn.type.name === 'assertion');
  const ran = await core.latestPoints(assertions.map((view) => ({ urn: view.urn, aspects: specsOf(view.urn) })));
  const window = { aspect: RUNS, from: undefined, to: undefined, limit: runs };
  const points =
    runs < 2
      ? []
      : await core.seriesOfEach(
          assertions.map((view) => view.urn),
          window,
        );
  const checks = assertions.map((view, at): Check => {
    const run: unknown = ran[at]?.[0] && JSON.parse(ran[at][0].point.text);
    const info = valueIn(view, 'assertionInfo');
    const type = textIn(info, 'type') ?? '';
    const earlier = (points[at] ?? []).map(({ text }) => outcomeOf(JSON.parse(text))).sort((a, b) => b.at - a.at);
    const { result, at: time } = run === undefined ? { result: undefined, at: undefined } : outcomeOf(run);
    return { urn: view.urn.text, type, about: descriptionIn(view) ?? type, columns: columnsIn(info), result, at: time, earlier: earlier.slice(1) };
  });
  const incidents = views.flatMap((view): Incident[] => {
    const info = valueIn(view, 'incidentInfo');
    if (!isRecord(info) || textIn(info.status, 'state') !== 'ACTIVE') return [];
    return [{ urn: view.urn.text, title: nameIn(view), type: textIn(info, 'type') ?? '', since: numberIn(info, 'startedAt') }];
  });
  const failed = ({ result }: Check): number => (result === 'FAILURE' || result === 'ERROR' ? 0 : 1);
  const looked = [
    { part: 'checks', type: ASSERTS, shown: asserting.related.length, of: asserting.total },
    { part: 'incidents', type: INCIDENT_ON, shown: raised.related.length, of: raised.total },
  ] as const;
  return { checks: checks.sort((a, b) => failed(a) - failed(b)), incidents, cut: looked.filter(({ shown, of }) => of > shown) };
}

function outcomeOf(run: unknown): { result: string; at: number } {
  const result = isRecord(run) ? textIn(run.result, 'type') : undefined;
  return { result: result ?? 'INIT', at: numberIn(run, 'timestampMillis') ?? 0 };
}

/** The columns that an assertion names: as URNs, or by their paths. */
function columnsIn(info: unknown): string[] {
  if (!isRecord(info)) return [];
  const { datasetAssertion, fieldAssertion, customAssertion } = info;
  const urns = [...textsIn(datasetAssertion, 'fields'), ...(isRecord(customAssertion) ? [textIn(customAssertion, 'field')] : [])];
  const fields = ['fieldValuesAssertion', 'fieldMetricAssertion'].map((name) => {
    const part = isRecord(fieldAssertion) ? fieldAssertion[name] : undefined;
    return isRecord(part) ? textIn(part.field, 'path') : undefined;
  });
  return [...urns.map((urn) => urn && pathIn(urn)), ...fields].flatMap((path) => path ?? []);
}

function specsOf({ type }: Urn) {
  const spec = type.aspects.get(RUNS);
  return spec ? [spec] : [];
}
