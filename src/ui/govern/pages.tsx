/**
 * The pages of governance: the glossary, domains, data products, tags and people, each with its own search and counts.
 */
import type { ComponentType } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Right } from '../api/rights.ts';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { listIn } from '../data/labels.ts';
import { plural } from '../data/words.ts';
import { NewThing } from '../edit/new-thing.tsx';
import { THINGS, type Thing } from '../edit/vocabulary.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { glossaryRows } from '../export/glossary-rows.ts';
import { GLOSSARY_TITLES } from '../export/titles.ts';
import type { ImportGlossaryProps } from '../glossary/import-dialog.tsx';
import { Button } from '../parts/button.tsx';
import { GlossaryTree } from '../parts/glossary-tree.tsx';
import { GovernTabs } from '../parts/govern-tabs.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useMay, useRights } from '../parts/use-rights.ts';
import { useSelection } from '../parts/use-selection.ts';
import { useTitle } from '../parts/use-title.ts';
import { EntitySearch, FindField } from '../search/entity-search.tsx';
import { DomainTree } from './domain-tree.tsx';

interface ListPage {
  readonly title: string;
  readonly about: string;
  readonly types: readonly string[];
  readonly none: string;
  /** The type that assets carry. */
  readonly usedBy?: string;
}

const LISTS: Readonly<Record<string, ListPage>> = {
  domains: {
    title: 'Domains',
    about: 'The parts of the business that assets belong to.',
    types: ['DOMAIN'],
    none: 'There are no domains yet',
    usedBy: 'domain',
  },
  products: {
    title: 'Data products',
    about: 'Assets that somebody offers and answers for together.',
    types: ['DATA_PRODUCT'],
    none: 'There are no data products yet',
  },
  tags: { title: 'Tags', about: 'Short labels on assets and columns.', types: ['TAG'], none: 'There are no tags yet', usedBy: 'tag' },
  documents: { title: 'Documents', about: 'Guides, decisions and answers about the data.', types: ['DOCUMENT'], none: 'There are no documents yet' },
  people: {
    title: 'People',
    about: 'Users and groups, and how many assets each owns.',
    types: ['CORP_USER', 'CORP_GROUP'],
    none: 'There are no people yet',
    usedBy: 'corpuser',
  },
};

/** `/domains`, `/products`, `/tags`, `/documents`, `/people`. */
export function GovernListPage({ which }: { readonly which: string }) {
  const page = LISTS[which];
  useTitle(page?.title);
  if (!page) return null;
  const { title, about, types, none, usedBy } = page;
  return (
    <div class="page stack far">
      <GovernHead title={title} about={about} list={`/${which}`} />
      {which === 'domains' && <DomainTree />}
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

/** What making each needs, by its type. */
const MAKING: Readonly<Record<string, Right>> = {
  glossaryTerm: 'manageGlossaries',
  glossaryNode: 'manageGlossaries',
  domain: 'createDomains',
  dataProduct: 'createDataProducts',
  tag: 'createTags',
  document: 'createDocuments',
};

interface GovernHeadProps {
  readonly title: string;
  readonly about: string;
  /** The path of the page: what can be made there. */
  readonly list: string;
}

function GovernHead({ title, about, list }: GovernHeadProps) {
  const [making, make] = useState<Thing | undefined>(undefined);
  const rights = useRights();
  return (
    <>
      <PageHead title={title} about={about} handbook="docs/tutorials/stewards-week" tabs={<GovernTabs current={list.slice(1)} />}>
        {THINGS.filter((thing) => thing.list === list && rights?.may(MAKING[thing.type] ?? 'editEverywhere')).map((thing, at) => (
          <button key={thing.type} type="button" class={at === 0 ? 'primary' : ''} onClick={() => make(thing)}>
            New {thing.word}
          </button>
        ))}
      </PageHead>
      {making && <NewThing thing={making} onClose={() => make(undefined)} />}
    </>
  );
}

/**
 * `/glossary`: all groups and terms as a tree, or those that a search finds.
 *
 * @param props.Import brings a file in
 */
export function GlossaryPage({ Import }: { readonly Import: ComponentType<ImportGlossaryProps> }) {
  useTitle('Glossary');
  const [query, setQuery] = useState('');
  const tree = useRef<HTMLDivElement>(null);
  const open = (): string[] => [...(tree.current?.querySelectorAll<HTMLElement>('[data-urn]') ?? [])].flatMap(({ dataset: { urn } }) => urn ?? []);
  const selection = useSelection(query, 0, open);
  const mayChange = useMay('doEverything');
  const mayImport = useMay('manageGlossaries');
  const [importing, bring] = useState(false);
  const [turn, again] = useState(0);
  return (
    <div class="page stack far">
      <GovernHead title="Glossary" about="What words mean here. The number beside a term is that of the assets that carry it." list="/glossary" />
      <div class="card stack" ref={tree}>
        <div class="bar far">
          <FindField label="Search in the glossary" query={query} onFind={setQuery} />
          <ExportCsv name="glossary" titles={GLOSSARY_TITLES} pages={(signal) => glossaryRows(query, signal)} />
          {mayImport && <Button label="Import…" onClick={() => bring(true)} />}
        </div>
        <GlossaryTree key={turn} label="Glossary" query={query} open={2} selection={mayChange ? selection : undefined} counted />
      </div>
      {importing && <Import onClose={() => bring(false)} onChanged={() => again((now) => now + 1)} />}
      {selection.count > 0 && (
        <SelectionBar
          chosen={{ urns: selection.ids }}
          count={selection.count}
          total={selection.count}
          onClear={selection.clear}
          onChanged={() => again(turn + 1)}
        />
      )}
    </div>
  );
}
