/**
 * `GET /entities/<urn>` (docs/semantics.md 6.2), also as of a time. Built as text: stored values go out as they were written.
 */

import type { Catalog } from '../../catalog/index.ts';
import { noSnapshot } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { asOfParam } from '../request/as-of.ts';
import type { Context } from '../types.ts';

/**
 * `{value: {<snapshot record>: {urn, aspects: [{<record>: {...}}]}}}`, the key first; the aspects of a glossary term stand as named
 * fields next to `urn`. An entity that was never written answers with its key alone.
 */
export async function readSnapshot(context: Context, catalog: Catalog, asked: string): Promise<void> {
  const urn = urnFrom(catalog.model, asked);
  const { snapshot, key, name } = urn.type;
  if (!snapshot) throw noSnapshot(name);
  const known = new Set([key, ...snapshot.aspects]);
  const [view] = await catalog.read(
    [urn],
    [...known].map((aspect) => aspect.name),
    asOfParam(context),
  );
  const shown = (view?.aspects ?? []).filter(({ aspect }) => known.has(aspect));
  const aspects = snapshot.named
    ? shown.map(({ aspect, state }) => [aspect.name, state.value.text] as const)
    : [['aspects', `[${shown.map(({ aspect, state }) => objectText([[aspect.record, state.value.text]])).join(',')}]`] as const];
  sendJson(context, objectText([['value', objectText([[snapshot.record, objectText([['urn', JSON.stringify(asked)], ...aspects])]])]]));
}
