/**
 * What checks say about an asset, and what is wrong with it now.
 */
import { isRecord } from '../../model/path.ts';
import { numberIn, textIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import { isRemoved, readNamed } from './names.ts';
import { descriptionIn, nameIn } from './texts.ts';

export interface Check {
  /** URN of the assertion. */
  readonly urn: string;
  readonly about: string;
  /** SUCCESS, FAILURE, ERROR or INIT; undefined if it never ran. */
  readonly result: string | undefined;
  /** Epoch ms. */
  readonly at: number | undefined;
}

export interface Incident {
  readonly urn: string;
  readonly title: string;
  readonly type: string;
  /** Epoch ms. */
  readonly since: number | undefined;
}

const MOST = 100;
const RUNS = 'assertionRunEvent';

/** The assertions about an asset with their latest results, failed ones first, and the incidents that are open. */
export async function checksOf(
  core: Pick<Catalog, 'model' | 'read' | 'related' | 'latestPoints'>,
  urn: Urn,
): Promise<{ checks: Check[]; incidents: Incident[] }> {
  const [asserting, raised] = await Promise.all([
    core.related(urn, 'INCOMING', ['Asserts'], 0, MOST),
    core.related(urn, 'INCOMING', ['IncidentOn'], 0, MOST),
  ]);
  const urns = [...asserting.related, ...raised.related].map((each) => each.urn);
  const views = [...(await readNamed(core, urns, ['assertionInfo', 'incidentInfo'])).values()].filter((view) => view.exists && !isRemoved(view));
  const assertions = views.filter((view) => view.urn.type.name === 'assertion');
  const runs = await core.latestPoints(assertions.map((view) => ({ urn: view.urn, aspects: specsOf(view.urn) })));
  const checks = assertions.map((view, at): Check => {
    const run: unknown = runs[at]?.[0] && JSON.parse(runs[at][0].point.text);
    const info = view.aspects.find(({ aspect }) => aspect.name === 'assertionInfo')?.state.value.json;
    const type = textIn(info, 'type') ?? '';
    const result = isRecord(run) ? textIn(run.result, 'type') : undefined;
    return { urn: view.urn.text, about: descriptionIn(view) ?? type, result, at: numberIn(run, 'timestampMillis') };
  });
  const incidents = views.flatMap((view): Incident[] => {
    const info = view.aspects.find(({ aspect }) => aspect.name === 'incidentInfo')?.state.value.json;
    if (!isRecord(info) || textIn(info.status, 'state') !== 'ACTIVE') return [];
    return [{ urn: view.urn.text, title: nameIn(view), type: textIn(info, 'type') ?? '', since: numberIn(info, 'startedAt') }];
  });
  const failed = ({ result }: Check): number => (result === 'FAILURE' || result === 'ERROR' ? 0 : 1);
  return { checks: checks.sort((a, b) => failed(a) - failed(b)), incidents };
}

function specsOf({ type }: Urn) {
  const spec = type.aspects.get(RUNS);
  return spec ? [spec] : [];
}
