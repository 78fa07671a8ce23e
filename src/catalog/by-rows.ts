/**
 * Makes the calls of a core anew, each by what its row says.
 */
import type { Catalog } from './calls.ts';
import type { Call, CallRow, Calls } from './row.ts';
import { ROWS } from './rows.ts';
import type { Sender } from './sender.ts';

/** The calls of a core, of which those get their sender first that name one or search. */
export type SenderCalls = SenderService<Calls, typeof ROWS>;
type SenderService<Service, Rows> = { readonly [Name in keyof Service]: Name extends keyof Rows ? SenderMember<Service[Name], Rows[Name]> : never };
type SenderMember<Member, Row> = Member extends undefined
  ? undefined
  : Member extends (...request: infer Request) => infer Result
    ? Row extends { readonly sender: string } | { readonly searches: true }
      ? (sender: Sender, ...request: Request) => Result
      : Member
    : SenderService<Member, Row>;

/** The calls for one sender. */
export function callsFor(calls: SenderCalls, sender: Sender): Calls {
  // A call that gets no sender is one of a core already; the others are made so here.
  return callsByRows(calls as unknown as Calls, (row, call) =>
    row.sender === undefined && !row.searches ? call : (...request) => call(sender as never, ...request),
  );
}

/** The same call, of any core. */
export type SameCall = (core: Calls) => Call;
type Entries = Readonly<Record<string, unknown>>;

/** Makes one call. @param same for who needs it of other cores, too */
type MakeCall = (row: CallRow<Call>, call: Call, same: SameCall) => Call;

/** All rows by the names of their calls, those of a service together. */
const OWN: (readonly [name: string, row: CallRow<Call>, same: SameCall])[] = [];
const OF_SERVICES: (readonly [service: string, rows: typeof OWN])[] = [];

for (const [name, entry] of Object.entries<object>(ROWS)) {
  if (isRow(entry)) OWN.push([name, entry, (core) => callIn(core, name)]);
  else OF_SERVICES.push([name, rowsOf(name, entry)]);
}

function rowsOf(service: string, rows: object): typeof OWN {
  return Object.entries(rows as Entries).map(([name, row]) => [name, row as CallRow<Call>, (core) => callIn(serviceIn(core, service), name)]);
}

/** A core of calls that are made of those of another one. A service that this does not have, the new one does not have either. */
export function callsByRows(core: Calls, make: MakeCall): Calls {
  const made: Record<string, unknown> = {};
  for (const [name, row, same] of OWN) made[name] = make(row, same(core), same);
  for (const [service, rows] of OF_SERVICES) {
    const own: Record<string, Call> = {};
    if (serviceIn(core, service)) for (const [name, row, same] of rows) own[name] = make(row, same(core), same);
    made[service] = serviceIn(core, service) && own;
  }
  // The rows are those of all calls (`RowsOf`), and what is made of a call is of its type.
  return made as unknown as Calls;
}

/**
 * Makes only the calls whose rows say something, such as what they bring, and leaves the rest of a core: one is made for each request.
 */
export function changing(says: (row: CallRow<Call>) => boolean): (core: Catalog, make: (row: CallRow<Call>, call: Call) => Call) => Catalog {
  const chosen = (rows: typeof OWN): typeof OWN => rows.filter(([, row]) => says(row));
  const own = chosen(OWN);
  const services = OF_SERVICES.map(([service, rows]) => [service, chosen(rows)] as const).filter(([, rows]) => rows.length > 0);
  return (core, make) => {
    const made: Record<string, unknown> = {};
    for (const [name, row, same] of own) made[name] = make(row, same(core));
    for (const [service, rows] of services) {
      const before = serviceIn(core, service);
      if (before) made[service] = { ...before, ...Object.fromEntries(rows.map(([name, row, same]) => [name, make(row, same(core))])) };
    }
    // What is made of a call is of its type.
    return { ...core, ...made } as Catalog;
  };
}

function isRow(entry: object): entry is CallRow<Call> {
  return 'gives' in entry;
}

function serviceIn(core: Calls, name: string): object | undefined {
  return (core as unknown as Entries)[name] as object | undefined;
}

function callIn(core: object | undefined, name: string): Call {
  return (core as Entries | undefined)?.[name] as Call;
}
