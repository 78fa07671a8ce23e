/**
 * The top of an entity's page: its name and type, and its state.
 */
import { useContext } from 'preact/hooks';
import type { About } from '../api/about.ts';
import type { EntityView } from '../api/entity.ts';
import { nameOf } from '../api/names.ts';
import { idOfUrn, platformIn, platformOfUrn } from '../api/urn.ts';
import { aspectIn, type Shape } from '../data/aspects.ts';
import { subTypeIn } from '../data/labels.ts';
import { isFlagged, thingOf } from '../edit/vocabulary.ts';
import { Badge } from '../parts/badge.tsx';
import { Copy } from '../parts/copy.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { FollowButton } from '../parts/follow-button.tsx';
import { KindLine } from '../parts/kind-line.tsx';
import { PlatformMark } from '../parts/platform-mark.tsx';
import { entriesIn, textOf } from '../parts/property-entries.ts';
import { ResultBadge, RUN_WORDS } from '../parts/result-badge.tsx';
import { Time } from '../parts/time.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { ActionsMenu } from './actions-menu.tsx';
import { Breadcrumb, Figures, Trouble } from './head-facts.tsx';
import { OfPage } from './page-context.ts';
import { valuesOf } from './values-of.ts';

interface StateProps {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
}

interface HeaderProps extends StateProps {
  readonly about: About;
  /** Absent where the page shows another time already. */
  readonly onAsOf: (() => void) | undefined;
}

export function EntityHeader({ entity, about, onSaved, onAsOf }: HeaderProps) {
  const { urn, entityType } = entity;
  const values = valuesOf(entity);
  const removed = aspectIn(values, 'status')?.removed === true;
  const deprecation = aspectIn(values, 'deprecation');
  const incident = aspectIn(values, 'incidentInfo');
  const thing = thingOf(entityType);
  const platform = platformIn(values);
  return (
    <header class="entity-head">
      <PlatformMark platform={platformOfUrn(urn) ?? (platform && idOfUrn(platform))} type={entityType} />
      <div class="entity-title">
        <div class="entity-over bar">
          <Kind entity={entity} />
          <Breadcrumb parents={about.parents} />
        </div>
        <h1>
          <span dir="auto">{nameOf(urn, values)}</span> {removed && <Badge tone="bad">Soft-deleted</Badge>}
          {deprecation?.deprecated && <Badge tone="warn">Deprecated</Badge>}
          {incident && <ResultBadge result={incident.status?.state} />}
          {about.run && <ResultBadge result={about.run.result} words={RUN_WORDS} />}
          {thing && isFlagged(thing, entity.aspects[thing.aspect]?.value) && <Badge tone="warn">{thing.flag?.badge}</Badge>}
          <Trouble urn={urn} about={about} />
          <BadgeProperties entity={entity} />
        </h1>
        <div class="line close">
          <p class="urn medium muted" title={urn}>
            <code>{urn}</code>
          </p>
          <Copy label="Copy" about="URN" class="urn-copy plain small" text={() => urn} />
        </div>
        <Figures type={entityType} about={about} fields={fieldsIn(values)} />
      </div>
      <div class="entity-actions bar">
        <SourceLink entity={entity} />
        {onAsOf && <FollowButton title={nameOf(urn, values)} entity={urn} />}
        {onAsOf && (
          <button type="button" onClick={onAsOf}>
            As of…
          </button>
        )}
        <ActionsMenu entity={entity} removed={removed} onSaved={onSaved} />
      </div>
      {deprecation?.deprecated && <Deprecation value={deprecation} />}
    </header>
  );
}

/** How many columns the schema has; undefined without one. */
function fieldsIn(values: ReturnType<typeof valuesOf>): number | undefined {
  const fields = values.schemaMetadata?.fields;
  return Array.isArray(fields) ? fields.length : undefined;
}

/** Platform and kind of the entity, and its environment, in one line. */
function Kind({ entity }: { readonly entity: EntityView }) {
  const { urn, entityType } = entity;
  const values = valuesOf(entity);
  return (
    <p class="line muted small">
      <TypeIcon type={entityType} />
      <KindLine urn={urn} subType={subTypeIn(values)} platform={platformIn(values)} />
    </p>
  );
}

function Deprecation({ value }: { readonly value: Partial<Shape<'deprecation'>> }) {
  const { note, decommissionTime, replacement } = value;
  return (
    <div class="notice">
      <strong>Do not use this any more.</strong> {note}
      {decommissionTime !== undefined && (
        <>
          {' '}
          It will be removed <Time ms={decommissionTime} />.
        </>
      )}
      {replacement !== undefined && (
        <>
          {' '}
          Use <EntityLink urn={replacement} /> instead.
        </>
      )}
    </div>
  );
}

/** Where the source itself shows the entity. */
function SourceLink({ entity: { aspects } }: { readonly entity: EntityView }) {
  const links = Object.values(aspects).flatMap(({ value }) => [value.externalUrl, value.dashboardUrl, value.chartUrl]);
  const link = links.find((each): each is string => typeof each === 'string' && /^https?:/.test(each));
  if (link === undefined) return null;
  return (
    <a class="button" href={link} rel="noreferrer">
      Open at the source
    </a>
  );
}

/** Shows the values of properties that appear as badges beside the name. */
function BadgeProperties({ entity }: { readonly entity: EntityView }) {
  const { properties } = useContext(OfPage);
  const shown = entriesIn(entity.aspects.structuredProperties?.value).filter(({ propertyUrn }) =>
    properties.some(({ urn, flags }) => urn === propertyUrn && flags.has('showAsAssetBadge')),
  );
  return (
    <>
      {shown.map(({ propertyUrn, values }) => (
        <Badge key={propertyUrn} tone="good">
          {values.map(textOf).join(', ')}
        </Badge>
      ))}
    </>
  );
}
