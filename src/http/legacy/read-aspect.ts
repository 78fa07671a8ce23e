/**
 * `GET /aspects/<urn>?aspect=<name>`: a version (docs/semantics.md 6.3), with `start` and `count` a range of versions, or with `against` a
 * difference (6.4). Also as of a time.
 */
import { aspectTag, type Catalog, difference } from '../../catalog/index.ts';
import { conflictingParameters } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import type { Urn } from '../../model/urn.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { systemMetadataOf } from '../answer/system-metadata.ts';
import { sendTagged } from '../answer/tagged.ts';
import { asOfParam } from '../request/as-of.ts';
import { pageParams } from '../request/page.ts';
import { requiredText, textParam, wholeParam } from '../request/query.ts';
import type { Context } from '../types.ts';

const MOST = 1000;

/** `{start, count, total, values: [{version, aspect: {<record>: value}, created, systemMetadata}]}`, latest first. */
async function readVersionRange(context: Context, catalog: Catalog, urn: Urn): Promise<void> {
  for (const other of ['version', 'against']) {
    if (textParam(context, other) !== undefined)
      throw conflictingParameters(`${other} selects a single version, start and count select a range; send one or the other`, {
        pointer: `/${other}`,
        expected: 'either version or start and count',
      });
  }
  const { start, count } = pageParams(context, 100, MOST);
  const { aspect, total, versions } = await catalog.versions(urn, requiredText(context, 'aspect'), start, count, await asOfParam(context, catalog));
  const values = versions.map(({ version, state }) =>
    objectText([
      ['version', String(version)],
      ['aspect', objectText([[aspect.record, state.value.text]])],
      ['created', JSON.stringify({ time: state.at, actor: state.by })],
      ['systemMetadata', JSON.stringify(systemMetadataOf(state))],
    ]),
  );
  sendJson(
    context,
    objectText([
      ['start', String(start)],
      ['count', String(values.length)],
      ['total', String(total)],
      ['values', `[${values.join(',')}]`],
    ]),
  );
}

/** `{version, against, patch}`: the JSON Patch that turns the value of `version` into that of `against`. */
async function readDifference(context: Context, catalog: Catalog, urn: Urn): Promise<void> {
  const name = requiredText(context, 'aspect');
  const asOf = await asOfParam(context, catalog);
  const [version, against] = [versionParam(context, 'version'), versionParam(context, 'against')];
  const other = catalog.readVersion(urn, name, against, asOf);
  // Of two refusals it is that of `version`, whichever comes first.
  other.catch(() => undefined);
  const [from, to] = [await catalog.readVersion(urn, name, version, asOf), await other];
  context.body = { version, against, patch: difference(from.state, to.state) };
}

/** 0 when it is not there; any number, since one that does not exist is not found. */
function versionParam(context: Context, name: string): number {
  return wholeParam(context, name, 0, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

/** `{version, aspect: {<record name>: value}}`; version 0 is the latest. With `start` or `count` a range, with `against` a difference. */
export async function readAspect(context: Context, catalog: Catalog, asked: string): Promise<void> {
  const urn = urnFrom(catalog.model, asked);
  if (textParam(context, 'start') !== undefined || textParam(context, 'count') !== undefined) return readVersionRange(context, catalog, urn);
  if (textParam(context, 'against') !== undefined) return readDifference(context, catalog, urn);
  const version = versionParam(context, 'version');
  const { aspect, state } = await catalog.readVersion(urn, requiredText(context, 'aspect'), version, await asOfParam(context, catalog));
  const text = objectText([
    ['version', String(version)],
    ['aspect', objectText([[aspect.record, state.value.text]])],
  ]);
  await sendTagged(context, [text], aspectTag(state));
}
