/**
 * The pages of governance: the glossary, domains, data products, tags and people, each with its own search and counts.
 */
import { useState } from 'preact/hooks';
import { count } from '../api/counts.ts';
import { listIn } from '../data/labels.ts';
import { plural } from '../data/words.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { GLOSSARY_TITLES, glossaryRows } from '../export/glossary-rows.ts';
import { Failure } from '../parts/failure.tsx';
import { GlossaryTree } from '../parts/glossary-tree.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { EntitySearch, FindField } from '../search/entity-search.tsx';

interface ListPage {
  readonly title: string;
  readonly about: string;
  readonly types: readonly string[];
  readonly none: string;
  /** Search fields of assets that name it. */
  readonly usedBy?: readonly string[];
}

const LISTS: Readonly<Record<string, ListPage>> = {
  domains: {
    title: 'Domains',
    about: 'The parts of the business that assets belong to.',
    types: ['DOMAIN'],
    none: 'There are no domains yet',
    usedBy: ['domains'],
  },
  products: {
    title: 'Data products',
    about: 'Assets that somebody offers and answers for together.',
    types: ['DATA_PRODUCT'],
    none: 'There are no data products yet',
  },
  tags: { title: 'Tags', about: 'Short labels on assets and columns.', types: ['TAG'], none: 'There are no tags yet', usedBy: ['tags'] },
  people: {
    title: 'People',
    about: 'Users and groups, and how many assets each owns.',
    types: ['CORP_USER', 'CORP_GROUP'],
    none: 'There are no people yet',
    usedBy: ['owners'],
  },
};

/** `/domains`, `/products`, `/tags`, `/people`. */
export function GovernListPage({ which }: { readonly which: string }) {
  const page = LISTS[which];
  useTitle(page?.title);
  if (!page) return null;
  const { title, about, types, none, usedBy } = page;
  return (
    <div class="page stack far">
      <header>
        <h1>{title}</h1>
        <p class="muted">{about}</p>
      </header>
      <EntitySearch
        label={title}
        anyOf={[]}
        types={types}
        none={none}
        {...(usedBy ? { usedBy } : {})}
        {...(which === 'products'
          ? {
              end: ({ aspects }) => <span class="muted small nowrap">{plural(listIn(aspects.dataProductProperties, 'assets').length, 'asset')}</span>,
            }
          : {})}
      />
    </div>
  );
}

/** `/glossary`: all groups and terms as a tree, or those that a search finds. */
export function GlossaryPage() {
  useTitle('Glossary');
  const [query, setQuery] = useState('');
  const uses = useLoad((signal) => count([{ field: 'glossaryTerms', most: 1000 }], [], signal), []);
  const counts = uses.data && new Map((uses.data.facets[0] ?? []).map((each) => [each.value, each.count]));
  return (
    <div class="page stack far">
      <header>
        <h1>Glossary</h1>
        <p class="muted">What words mean here. The number beside a term is that of the assets that carry it.</p>
      </header>
      <div class="card stack">
        <div class="bar far">
          <FindField label="Search in the glossary" query={query} onFind={setQuery} />
          <ExportCsv name="glossary" titles={GLOSSARY_TITLES} pages={(signal) => glossaryRows(query, signal)} />
        </div>
        {uses.error !== undefined && (
          <Failure what="How many assets carry each term could not be counted." error={uses.error} onRetry={uses.reload} />
        )}
        <GlossaryTree label="Glossary" query={query} open={2} {...(counts ? { uses: counts } : {})} />
      </div>
    </div>
  );
}
