/**
 * Which changes of the log a request is about.
 */
import type { LogEntry } from '../../graph/log-entries.ts';
import type { ChangeFilter } from './types.ts';

export function fits({ types, aspects, urns, actors, changes }: ChangeFilter, { urn, aspect, type, actor }: LogEntry): boolean {
  if (actors && !actors.has(actor)) return false;
  return (!urns || urns.has(urn)) && (!aspects || aspects.has(aspect)) && (!types || types.has(typeIn(urn))) && (!changes || changes.has(type));
}

/** The entity type in a URN of the log, which has the spelling of the model. */
export function typeIn(urn: string): string {
  return urn.split(':', 3)[2] ?? '';
}
