/**
 * The pages of the loaded model: every entity type, aspect, field, relationship and search field, including those of MODEL_DIR.
 */
import { fieldsOf } from '../../model/fields.ts';
import { pathText } from '../../model/path.ts';
import type { AspectSpec, EntityTypeSpec, Model, Relationship } from '../../model/types.ts';
import { docsAddress, type Frame, type Html, heading, html, page, table } from './html.ts';
import { fieldRows } from './model-fields.ts';

export interface ModelFrame extends Frame {
  readonly model: Model;
}

/** All entity types, aspects and relationships. */
export function modelPage(frame: ModelFrame): string {
  const { model } = frame;
  const types = [...model.entityTypes.values()].sort(byName);
  const aspects = [...model.aspects.values()].sort(byName);
  const main = html`<h1>The model</h1>
<p>What this server knows: ${types.length} entity types, ${aspects.length} aspects, ${model.relationshipNames.length} relationships. An entity has a URN and
carries aspects; references in aspects are relationships. Types and aspects of your own are added by <code>MODEL_DIR</code>.</p>
<ul class="docs-jumps"><li><a href="#types">Entity types</a></li><li><a href="#aspects">Aspects</a></li><li><a href="#relationships">Relationships</a></li></ul>
${heading('types', 'Entity types')}
${table(
  'Entity types',
  ['Type', 'What it is', 'Aspects', 'Searched'],
  types.map((type) => [typeLink(frame, type.name), type.description, type.aspects.size, type.searchable ? 'yes' : '']),
)}
${heading('aspects', 'Aspects')}
${table(
  'Aspects',
  ['Aspect', 'What it says', 'Kind', 'Carried by'],
  aspects.map((aspect) => [aspectLink(frame, aspect.name), aspect.description, aspect.kind, carriers(frame, aspect)]),
)}
${heading('relationships', 'Relationships')}
${table(
  'Relationships',
  ['Relationship', 'Made by', 'Leads to', 'Lineage'],
  aspects
    .flatMap((aspect) =>
      aspect.relationships.map((each) => [
        each.name,
        html`${aspectLink(frame, aspect.name)} ${html`<code>${pathText(each.path)}</code>`}`,
        targets(frame, each),
        each.lineage,
      ]),
    )
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
)}`;
  return page(frame, { title: 'The model', here: 'model', styles: ['docsStyle'], main: html`<main id="main" tabindex="-1">${main}</main>` });
}

/** One entity type: its URN, aspects, relationships in both directions, search fields. */
export function entityTypePage(frame: ModelFrame, type: EntityTypeSpec): string {
  const { model } = frame;
  const aspects = [...type.aspects.values()];
  const form = type.key.urnFields.length === 1 ? `<${type.key.urnFields[0]}>` : `(${type.key.urnFields.map((field) => `<${field}>`).join(',')})`;
  const incoming = [...model.entityTypes.values()].flatMap((from) =>
    [...from.aspects.values()].flatMap((aspect) =>
      aspect.relationships
        .filter(({ to }) => to?.includes(type.name))
        .map((each) => [each.name, typeLink(frame, from.name), aspectLink(frame, aspect.name)] as const),
    ),
  );
  const fields = [...fieldsOf(type).values()].sort(byName);
  const main = html`<p>${up(frame)}</p>
<h1>${type.name}</h1>
<p>${type.description}</p>
<dl class="docs-facts">
<dt>URN</dt><dd><code>${model.names.urnPrefix}${type.name}:${form}</code></dd>
<dt>Key aspect</dt><dd>${aspectLink(frame, type.key.name)}</dd>
<dt>In GraphQL</dt><dd><code>${type.graphql}</code></dd>
<dt>Searched when no type is named</dt><dd>${type.searchable ? 'yes' : 'no'}</dd>
</dl>
${heading('aspects', 'Aspects')}
${table(
  'Aspects',
  ['Aspect', 'What it says', 'Kind'],
  aspects.map((aspect) => [aspectLink(frame, aspect.name), aspect.description, aspect.kind]),
)}
${heading('relationships', 'Relationships from here')}
${table(
  'Relationships from here',
  ['Relationship', 'Made by', 'Leads to', 'Lineage'],
  aspects.flatMap((aspect) => aspect.relationships.map((each) => [each.name, aspectLink(frame, aspect.name), targets(frame, each), each.lineage])),
)}
${heading('incoming', 'Relationships to here')}
${table('Relationships to here', ['Relationship', 'From', 'Made by'], incoming)}
${heading('search', 'Search fields')}
${table(
  'Search fields',
  ['Field', 'Holds', 'Facet', 'Found by words', 'Completed', 'Weight'],
  fields.map((field) => [
    field.name,
    `${field.kind}${field.many ? ', several' : ''}`,
    field.facet,
    yes(field.queried),
    yes(field.autocomplete),
    field.weight,
  ]),
  fields.map(({ name }) => name),
)}`;
  return page(frame, { title: type.name, here: 'model', styles: ['docsStyle'], main: html`<main id="main" tabindex="-1">${main}</main>` });
}

/** One aspect: its entity types, fields, relationships and search fields. */
export function aspectPage(frame: ModelFrame, aspect: AspectSpec): string {
  const fields = fieldRows(frame.model, aspect.name);
  const main = html`<p>${up(frame)}</p>
<h1>${aspect.name}</h1>
<p>${aspect.description}</p>
<dl class="docs-facts">
<dt>Kind</dt><dd>${aspect.kind}</dd>
<dt>Record</dt><dd><code>${aspect.record}</code></dd>
<dt>Carried by</dt><dd>${carriers(frame, aspect)}</dd>
</dl>
${heading('fields', 'Fields')}
${table(
  'Fields',
  ['Field', 'Type', 'What it says'],
  fields.map((row) => [
    html`<code>${row.path}</code>${mark(row.required, 'required')}${mark(row.deprecated, 'deprecated')}`,
    row.type,
    row.description,
  ]),
  fields.map(({ path }) => path),
)}
${heading('relationships', 'Relationships')}
${table(
  'Relationships',
  ['Relationship', 'Field', 'Leads to', 'Lineage'],
  aspect.relationships.map((each) => [each.name, html`<code>${pathText(each.path)}</code>`, targets(frame, each), each.lineage]),
)}
${heading('search', 'Search fields')}
${table(
  'Search fields',
  ['Search field', 'Field', 'Kind', 'Facet', 'Found by words', 'Completed', 'Weight', 'Makes too'],
  aspect.searchFields.map((each) => [
    each.field,
    html`<code>${pathText(each.path)}</code>`,
    each.type,
    each.facet,
    yes(each.queried),
    yes(each.autocomplete),
    each.weight,
    [each.has?.field, each.num, each.alias].filter((name) => name !== undefined).join(', '),
  ]),
)}`;
  return page(frame, { title: aspect.name, here: 'model', styles: ['docsStyle'], main: html`<main id="main" tabindex="-1">${main}</main>` });
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

function yes(flag: boolean): string | undefined {
  return flag ? 'yes' : undefined;
}

function mark(shown: boolean, word: string): Html | undefined {
  return shown ? html` <span class="badge">${word}</span>` : undefined;
}

function up(frame: Frame): Html {
  return html`<a href="${docsAddress(frame, 'model')}">The model</a>`;
}

function typeLink(frame: Frame, name: string): Html {
  return html`<a href="${docsAddress(frame, 'model', name)}">${name}</a>`;
}

function aspectLink(frame: Frame, name: string): Html {
  return html`<a href="${docsAddress(frame, 'model', 'aspect', name)}">${name}</a>`;
}

function carriers(frame: ModelFrame, aspect: AspectSpec): Html[] {
  const types = [...frame.model.entityTypes.values()].filter(({ aspects }) => aspects.has(aspect.name));
  return listed(types.map(({ name }) => typeLink(frame, name)));
}

function targets(frame: Frame, { to }: Relationship): Html[] | string {
  return to ? listed(to.map((name) => typeLink(frame, name))) : 'any type';
}

function listed(items: readonly Html[]): Html[] {
  return items.map((item, index) => (index === 0 ? item : html`, ${item}`));
}
