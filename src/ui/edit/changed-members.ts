/**
 * What a reader changed in a form. A form also shows what its aspect does not have: names from elsewhere, a day without its time. If a save
 * wrote all of it back, it would change what nobody touched.
 */

/** The members of a form that differ from those that it began with. */
export function changedMembers<Form extends object>(form: Form, from: Form): Partial<Form> {
  const before = new Map(Object.entries(from).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => JSON.stringify(value) !== before.get(name))) as Partial<Form>;
}

/** A record with these members set. Those that are undefined are removed. */
export function withMembers(
  record: Readonly<Record<string, unknown>> | undefined,
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...record, ...members }).filter(([, value]) => value !== undefined));
}
