/**
 * Stamps inside values are of the time of the commit, as is everything that answers say of it. Only the commit knows that time: who makes a value
 * writes `COMMIT_TIME` instead. Pure.
 */
import { COMMIT_TIME } from '../../commit-time.ts';
import { spelledAs, type Value, valueOf } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';

const TEXT = String(COMMIT_TIME);

/** The value as the commit writes it. @param now the time of the commit, epoch ms */
export function atCommit(value: Value, now: number): Value {
  return value.text.includes(TEXT) ? spelledAs(valueOf(filled(value.json, now)), value.text) : value;
}

function filled(json: unknown, now: number): unknown {
  if (json === COMMIT_TIME) return now;
  if (Array.isArray(json)) return json.map((each) => filled(each, now));
  return isRecord(json) ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, filled(value, now)])) : json;
}
