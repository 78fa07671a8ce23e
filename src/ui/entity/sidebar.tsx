/**
 * What stewards maintain on an entity, each with a button to edit it. What is not there yet is one line.
 */
import { useContext, useState } from 'preact/hooks';
import type { EntityView } from '../api/entity.ts';
import type { Property } from '../api/properties.ts';
import type { SuggestedPart } from '../api/suggestions.ts';
import { idOfUrn, platformOfUrn } from '../api/urn.ts';
import { aspectIn } from '../data/aspects.ts';
import { isRecord } from '../data/is-record.ts';
import { ownersIn, pagesIn } from '../data/labels.ts';
import { linksIn } from '../data/parts.ts';
import { compareNames } from '../data/words.ts';
import { DataProducts } from '../edit/data-products.tsx';
import { DeprecationFacts, editDeprecation } from '../edit/deprecation.tsx';
import { editLinksOf, Links } from '../edit/entity-links.tsx';
import { editLinks, LinkList } from '../edit/links.tsx';
import { editOwners, OwnerList } from '../edit/owners.tsx';
import { editPropertyValues } from '../edit/property-values.tsx';
import { SideSection } from '../edit/side-section.tsx';
import { entriesIn } from '../parts/property-entries.ts';
import { PropertyValues } from '../parts/property-list.tsx';
import { useMay } from '../parts/use-rights.ts';
import { entityUrl, Link } from '../route.ts';
import { type EditedPart, settings } from '../settings.ts';
import { SuggestDialog, type Suggesting } from '../suggest/suggest-dialog.tsx';
import { Contact } from './contact.tsx';
import { OfPage, useMaySuggest } from './page-context.ts';
import { FromSiblings } from './siblings.tsx';
import { summaryOf } from './summary.ts';
import { TellMe } from './tell-me.tsx';
import { useDescription } from './use-description.ts';
import { valuesOf } from './values-of.ts';

interface SidebarProps {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
}

export function Sidebar({ entity, onSaved }: SidebarProps) {
  const { aspects } = entity;
  const { properties, rights } = useContext(OfPage);
  const values = valuesOf(entity);
  const { text, editing } = useDescription(entity);
  const seesAll = useMay('seeEverything');
  const settable = properties.filter((property) => fits(property, entity));
  const entries = entriesIn(aspects.structuredProperties?.value);
  const deprecation = aspectIn(values, 'deprecation') ?? {};
  /** What edits an aspect, if the reader may. */
  const can = <What,>(aspect: string, what: What): What | undefined => (rights?.aspects.includes(aspect) ? what : undefined);
  const maySuggest = useMaySuggest();
  const [suggesting, suggest] = useState<Suggesting | undefined>(undefined);
  const section = { entity, onSaved };
  /** What suggests a change of a part. */
  const onSuggest = (part: SuggestedPart) =>
    maySuggest(part) ? { onSuggest: () => suggest({ parts: [part], ...(part === 'description' && { text }) }) } : {};
  const [one, many] = (['link', 'links'] as const).map((shape) => settings.parts.filter((part) => part.shape === shape));
  const linkSection = (part: EditedPart) => {
    const urns = linksIn(part, values);
    return (
      <SideSection
        key={part.name}
        {...section}
        {...onSuggest(part.name)}
        title={part.title}
        editing={can(part.aspect, editLinksOf(part))}
        empty={urns.length === 0}
      >
        <Links part={part} urns={urns} />
      </SideSection>
    );
  };
  // All sections come at once: none pushes another away.
  if (!rights) return <aside class="sidebar stack flush frame" aria-label="About" aria-busy="true" />;
  return (
    <aside class="sidebar stack flush frame" aria-label="About">
      <SideSection {...section} {...onSuggest('description')} title="Description" editing={editing} empty={text === ''}>
        <Summary urn={entity.urn} text={text} />
      </SideSection>
      <FromSiblings entity={entity} />
      <Contact entity={entity} />
      <SideSection {...section} {...onSuggest('owners')} title="Owners" editing={can('ownership', editOwners)} empty={ownersIn(values).length === 0}>
        <OwnerList owners={ownersIn(values)} />
      </SideSection>
      {one?.map(linkSection)}
      <DataProducts urn={entity.urn} asOf={entity.asOf} mayChange={can('dataProducts', true) === true} onSaved={onSaved} />
      {many?.map(linkSection)}
      <SideSection
        {...section}
        title="Properties"
        editing={settable.length > 0 ? can('structuredProperties', editPropertyValues(settable)) : undefined}
        empty={entries.length === 0}
      >
        <PropertyValues entries={entries} properties={properties} />
      </SideSection>
      <SideSection {...section} title="Links" editing={can('institutionalMemory', editLinks)} empty={pagesIn(values).length === 0}>
        <LinkList links={pagesIn(values)} />
      </SideSection>
      <SideSection {...section} title="Deprecation" editing={can('deprecation', editDeprecation)} empty={deprecation.deprecated !== true}>
        <DeprecationFacts value={deprecation} />
      </SideSection>
      <CustomProperties entity={entity} />
      {suggesting && <SuggestDialog {...suggesting} urn={entity.urn} onClose={() => suggest(undefined)} onDone={onSaved} />}
      {entity.asOf === undefined && seesAll && <TellMe urn={entity.urn} />}
    </aside>
  );
}

/** Whether the property can be set on this entity. */
function fits({ entityTypes, platforms, flags }: Property, { urn, entityType }: EntityView): boolean {
  const platform = platformOfUrn(urn);
  if (flags.has('isHidden') || !entityTypes.some((each) => each.toLowerCase() === entityType.toLowerCase())) return false;
  return platforms.length === 0 || platforms.some((each) => idOfUrn(each) === platform);
}

/** The first paragraph. The tab has the rest. */
function Summary({ urn, text }: { readonly urn: string; readonly text: string }) {
  const summary = summaryOf(text);
  return (
    <div class="prose stack">
      <p class="summary clamp" dir="auto">
        {summary}
      </p>
      {summary !== text.trim() && (
        <p class="small">
          <Link href={entityUrl(urn, 'documentation')}>Read all</Link>
        </p>
      )}
    </div>
  );
}

/** The properties that the source sent, from whatever aspects have them, by name. */
function customPropertiesOf({ aspects }: EntityView): [name: string, value: string][] {
  const all = Object.values(aspects).flatMap(({ value }) => (isRecord(value.customProperties) ? Object.entries(value.customProperties) : []));
  return all.map(([name, value]): [string, string] => [name, String(value)]).sort(([a], [b]) => compareNames(a, b));
}

/** The properties that the source sent, as a section of the sidebar. Nothing if there are none. */
function CustomProperties({ entity }: { readonly entity: EntityView }) {
  const properties = customPropertiesOf(entity);
  if (properties.length === 0) return null;
  return (
    <section class="side-section stack close breaks">
      <div class="side-head line spread flush">
        <h2>From the source</h2>
      </div>
      <dl class="facts stack close">
        {properties.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
