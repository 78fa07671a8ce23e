import { lookUpName } from '../api/names.ts';
import type { ActivityEvent } from '../data/events.ts';
import { toldOf } from '../data/sentences.ts';

export const EVENT_TITLES = ['Time', 'Person', 'Entity', 'What', 'Run', 'URN'];

/** An event as a line of a CSV file: time, person, entity, what was done, run, URN. */
export async function eventRow({ time, actor, urn, runId, whole, changes }: ActivityEvent): Promise<string[]> {
  const sentences = await Promise.all(
    toldOf(changes).map(async (pieces) =>
      (await Promise.all(pieces.map((piece) => (typeof piece === 'string' ? piece : lookUpName(piece.urn))))).join(''),
    ),
  );
  const said = [...(whole === undefined ? [] : [whole]), ...sentences].join('; ');
  return [new Date(time).toISOString(), await lookUpName(actor), await lookUpName(urn), said, runId ?? '', urn];
}
