/**
 * What the siblings of an entity say of it, as theirs: those of a table are its dbt model, and the other way round.
 */
import { type EntityView, readEntities } from '../api/entity.ts';
import { platformOfUrn } from '../api/urn.ts';
import { aspectIn } from '../data/aspects.ts';
import { describedIn } from '../data/described.ts';
import { stringsIn } from '../data/is-record.ts';
import { ownersIn } from '../data/labels.ts';
import { hasLinks, linksIn } from '../data/parts.ts';
import { Links } from '../edit/entity-links.tsx';
import { OwnerList } from '../edit/owners.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { useLoad } from '../parts/use-load.ts';
import { settings } from '../settings.ts';
import { summaryOf } from './summary.ts';
import { valuesOf } from './values-of.ts';

/** The siblings that an entity names now, and that the reader sees. */
function useSiblings({ urn, asOf, aspects }: EntityView): readonly EntityView[] {
  const named = asOf === undefined ? stringsIn(aspects.siblings?.value.siblings).filter((each) => each !== urn) : [];
  const { data } = useLoad(async (signal) => (named.length === 0 ? [] : readEntities(named, signal)), [named], aspects.siblings?.version ?? '');
  return (data ?? []).filter((each) => aspectIn(valuesOf(each), 'status')?.removed !== true);
}

/** `its dbt model` */
function nounOf(urn: string): string {
  const platform = platformOfUrn(urn);
  return platform === 'dbt' ? 'its dbt model' : `its table on ${platform ?? 'another platform'}`;
}

/** A section of the sidebar for each sibling. */
export function FromSiblings({ entity }: { readonly entity: EntityView }) {
  return (
    <>
      {useSiblings(entity).map((sibling) => (
        <FromSibling key={sibling.urn} sibling={sibling} />
      ))}
    </>
  );
}

function FromSibling({ sibling }: { readonly sibling: EntityView }) {
  const values = valuesOf(sibling);
  const text = describedIn(sibling.entityType, values);
  const owners = ownersIn(values);
  const linked = settings.parts.filter((part) => hasLinks(part) && linksIn(part, values).length > 0);
  return (
    <section class="side-section stack close breaks from-sibling">
      <h2>From {nounOf(sibling.urn)}</h2>
      <EntityLink urn={sibling.urn} />
      {text !== '' && (
        <p class="summary clamp" dir="auto">
          {summaryOf(text)}
        </p>
      )}
      {owners.length > 0 && (
        <>
          <h3 class="small">Owners</h3>
          <OwnerList owners={owners} />
        </>
      )}
      {linked.map((part) => (
        <div key={part.name} class="stack close">
          <h3 class="small">{part.title}</h3>
          <Links part={part} urns={linksIn(part, values)} />
        </div>
      ))}
    </section>
  );
}

/** What the siblings of an entity document, for one that has no text of its own. */
export function DocumentationOfSiblings({ entity }: { readonly entity: EntityView }) {
  const described = useSiblings(entity).flatMap((sibling) => {
    const text = describedIn(sibling.entityType, valuesOf(sibling));
    return text === '' ? [] : [{ urn: sibling.urn, text }];
  });
  return (
    <>
      {described.map(({ urn, text }) => (
        <div key={urn} class="stack close">
          <p class="muted small">
            From {nounOf(urn)}, <EntityLink urn={urn} />
          </p>
          <div class="card documentation-text">
            <Markdown text={text} />
          </div>
        </div>
      ))}
    </>
  );
}
