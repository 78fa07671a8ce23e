/**
 * What stewards maintain on an entity: description, owners, tags, terms, properties and links, each with a button to edit it.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityView } from '../api/entity.ts';
import type { Property } from '../api/properties.ts';
import { aspectNamesOf } from '../api/specification.ts';
import { idOfUrn, platformOfUrn, shortName } from '../api/urn.ts';
import { editDescription } from '../edit/description.tsx';
import { EditDialog, type Editing } from '../edit/edit-dialog.tsx';
import { editLinks, LinkList } from '../edit/links.tsx';
import { editOwners, OwnerList } from '../edit/owners.tsx';
import { editPropertyValues } from '../edit/property-values.tsx';
import { editTags, editTerms } from '../edit/tags-and-terms.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Tag } from '../parts/tag.tsx';
import { useLoad } from '../parts/use-load.ts';
import { describedIn, placeOfDescription } from './described.ts';
import { domainsIn, linksIn, ownersIn, tagsIn, termsIn } from './labels.ts';
import { entriesIn } from './property-entries.ts';
import { PropertyValues } from './property-list.tsx';
import { TellMe } from './tell-me.tsx';
import { useProperties } from './use-properties.ts';
import { valuesOf } from './values-of.ts';

interface SidebarProps {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
}

export function Sidebar({ entity, onSaved }: SidebarProps) {
  const { entityType, aspects } = entity;
  const names = useLoad(() => aspectNamesOf(entityType), [entityType]).data ?? [];
  const properties = useProperties();
  const values = valuesOf(entity);
  const description = describedIn(values);
  const place = placeOfDescription(entityType, names, values);
  const settable = properties.filter((property) => fits(property, entity));
  const entries = entriesIn(aspects.structuredProperties?.value);
  const can = (aspect: string): boolean => names.includes(aspect);
  const section = { entity, onSaved };
  return (
    <aside class="sidebar" aria-label="About">
      <Section {...section} title="Description" {...(place ? { editing: editDescription(place, description, whenNew(entity)) } : {})}>
        {description === '' ? <p class="muted">There is no description yet.</p> : <Prose text={description} />}
      </Section>
      {can('ownership') && (
        <Section {...section} title="Owners" editing={editOwners}>
          <OwnerList owners={ownersIn(values)} />
        </Section>
      )}
      {can('globalTags') && (
        <Section {...section} title="Tags" editing={editTags}>
          <TagList urns={tagsIn(values)} kind="tag" />
        </Section>
      )}
      {can('glossaryTerms') && (
        <Section {...section} title="Glossary terms" editing={editTerms}>
          <TagList urns={termsIn(values)} kind="term" />
        </Section>
      )}
      <Domains urns={domainsIn(values)} />
      {can('structuredProperties') && (settable.length > 0 || entries.length > 0) && (
        <Section {...section} title="Properties" {...(settable.length > 0 ? { editing: editPropertyValues(settable) } : {})}>
          <PropertyValues entries={entries} properties={properties} />
        </Section>
      )}
      <TellMe urn={entity.urn} />
      {can('institutionalMemory') && (
        <Section {...section} title="Links" editing={editLinks}>
          <LinkList links={linksIn(values)} />
        </Section>
      )}
    </aside>
  );
}

/** Whether the property can be set on this entity. */
function fits({ entityTypes, platforms, flags }: Property, { urn, entityType }: EntityView): boolean {
  const platform = platformOfUrn(urn);
  if (flags.has('isHidden') || !entityTypes.some((each) => each.toLowerCase() === entityType.toLowerCase())) return false;
  return platforms.length === 0 || platforms.some((each) => idOfUrn(each) === platform);
}

/** The required members of the aspect other than the description, for its first version. */
function whenNew({ urn, entityType }: EntityView): Record<string, unknown> {
  return entityType === 'glossaryTerm' ? { name: shortName(urn), termSource: 'INTERNAL' } : {};
}

interface SectionProps<Form> extends SidebarProps {
  readonly title: string;
  readonly editing?: Editing<Form>;
  readonly children: ComponentChildren;
}

function Section<Form>({ entity, title, editing, onSaved, children }: SectionProps<Form>) {
  // The value when the dialog opened. The form stays the same while the page around it is read again.
  const [open, setOpen] = useState<Editing<Form> | undefined>(undefined);
  return (
    <section class="side-section">
      <div class="side-head">
        <h2>{title}</h2>
        {editing && (
          <button type="button" class="plain small" aria-label={`Edit ${title.toLowerCase()}`} onClick={() => setOpen(editing)}>
            Edit
          </button>
        )}
      </div>
      {children}
      {open && (
        <EditDialog
          urn={entity.urn}
          editing={open}
          current={entity.aspects[open.aspect]}
          onClose={() => setOpen(undefined)}
          onSaved={() => onSaved(`${title} saved`)}
        />
      )}
    </section>
  );
}

function Prose({ text }: { readonly text: string }) {
  return (
    <div class="prose">
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function TagList({ urns, kind }: { readonly urns: readonly string[]; readonly kind: 'tag' | 'term' }) {
  if (urns.length === 0) return <p class="muted">None yet.</p>;
  return (
    <div class="tags">
      {urns.map((urn) => (
        <Tag key={urn} urn={urn} kind={kind} />
      ))}
    </div>
  );
}

function Domains({ urns }: { readonly urns: readonly string[] }) {
  if (urns.length === 0) return null;
  return (
    <section class="side-section">
      <h2>Domain</h2>
      {urns.map((urn) => (
        <p key={urn}>
          <EntityLink urn={urn} />
        </p>
      ))}
    </section>
  );
}
