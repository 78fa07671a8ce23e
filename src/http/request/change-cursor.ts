/**
 * A place in the change stream that a client sends (docs/semantics.md 21.1).
 */
import { type Catalog, type ChangeCursor, PLACE_FORM, placeFrom } from '../../catalog/index.ts';
import type { Refusal } from '../../errors.ts';
import { warn } from '../answer/warn.ts';
import type { Context } from '../types.ts';

/** Reads a place. Warns if it is a number alone, except 0: the beginning is the same in each life of the store. @throws what `wrong` makes */
export function readChangeCursor(
  context: Context,
  { model }: Pick<Catalog, 'model'>,
  text: string,
  wrong: (expected: string) => Refusal,
): ChangeCursor {
  const place = placeFrom(text);
  if (!place) throw wrong(PLACE_FORM);
  if (place.epoch === undefined && place.seq !== 0)
    warn(
      context,
      model.names,
      `${text} counts as a place of the present life of the store. Send what Cairn answers as next or id, so that it notices a restored backup`,
    );
  return place;
}
