/**
 * Searches of a reader to whom parts of visible entities are closed (`ClosureRule`): nothing that they find, count or rank tells of these parts.
 */
import { both, EVERYTHING, type Filter, isEverything } from '../../search/index.ts';
import type { Catalog } from '../calls.ts';
import type { Naming, NamingRequest } from '../properties/searched-properties.ts';
import { OF_PROPERTIES } from './closed.ts';
import type { ClosureContext } from './contexts.ts';

export function searchOpen(search: Catalog['search'], context: ClosureContext): Catalog['search'] {
  return (request) => search(openRequest(context, request));
}

export function suggestOpen(suggest: Catalog['suggest'], context: ClosureContext): Catalog['suggest'] {
  return (request) => suggest({ ...request, filter: both(request.filter, context.closed.inSearch().worded), naming: namingOf(context) });
}

export function browseOpen(browse: Catalog['browse'], context: ClosureContext): Catalog['browse'] {
  return (type, path, filter, start, count) => browse(type, path, filter, start, count, namingOf(context));
}

export function foldersOpen(folders: Catalog['folders'], context: ClosureContext): Catalog['folders'] {
  return (request) => folders({ ...request, naming: namingOf(context) });
}

export function searchLineageOpen(searchLineage: Catalog['searchLineage'], context: ClosureContext): Catalog['searchLineage'] {
  return (request, seen) => searchLineage(openRequest(context, request), seen);
}

export function countLineageOpen(countLineage: Catalog['countLineage'], context: ClosureContext): Catalog['countLineage'] {
  return (request, seen) => countLineage(openRequest(context, request), seen);
}

/** The request without what would tell something of what is closed. */
function openRequest<Request extends { readonly input: string; readonly within?: Filter }>(
  context: ClosureContext,
  request: Request,
): Request & NamingRequest {
  const worded = isEverything(request.input) ? EVERYTHING : context.closed.inSearch().worded;
  const within = request.within && worded !== EVERYTHING ? both(request.within, worded) : worded;
  return { ...request, ...(worded !== EVERYTHING && { within }), naming: namingOf(context) };
}

function namingOf({ closed, refusal }: ClosureContext): Naming {
  const { inSearch } = closed;
  return {
    closed: {
      columns: closed.columnsInSearch,
      fields: (columns) => ({ has: (name) => inSearch().fields.has(name) && !(columns?.known && inSearch().ofTables.has(name)) }),
      properties: () => inSearch().properties,
      others: () => inSearch().others,
      refusal: (field) => {
        const aspect = inSearch().fields.get(field);
        return refusal(`search by ${field}`, aspect ? closed.privilegesFor(aspect) : OF_PROPERTIES);
      },
    },
  };
}
