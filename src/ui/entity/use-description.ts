import { useContext } from 'preact/hooks';
import type { AspectView, EntityView } from '../api/entity.ts';
import { shortName } from '../api/urn.ts';
import { aspectIn } from '../data/aspects.ts';
import { describedIn, firstText, placeOfDescription } from '../data/described.ts';
import { editDescription } from '../edit/description.tsx';
import type { Editing } from '../edit/use-editing.ts';
import { typeSettings } from '../settings.ts';
import { OfPage } from './page-context.ts';
import { valuesOf } from './values-of.ts';

interface Description {
  /** Markdown; empty if there is none. */
  readonly text: string;
  /** The text from the platform, if people wrote another one. */
  readonly original: string | undefined;
  /** Texts of other sources, with the one that wrote each. */
  readonly others: readonly { readonly text: string; readonly source: string | undefined }[];
  /** Absent if nobody can write one. */
  readonly editing: Editing<string> | undefined;
  /** The aspect that people write, if there is one. */
  readonly written: AspectView | undefined;
}

/** What describes an entity, and how to change it. */
export function useDescription(entity: EntityView): Description {
  const { urn, entityType, aspects } = entity;
  const { rights } = useContext(OfPage);
  const values = valuesOf(entity);
  const text = describedIn(entityType, values);
  const type = typeSettings(entityType);
  const place = placeOfDescription(type, firstText(type?.names, values) || shortName(urn), values);
  const original = place && describedIn(entityType, Object.fromEntries(Object.entries(values).filter(([name]) => name !== place.aspect)));
  const documentations = aspectIn(values, 'documentation')?.documentations ?? [];
  return {
    text,
    original: original !== '' && original !== text ? original : undefined,
    others: documentations.map(({ documentation, attribution }) => ({ text: documentation, source: attribution?.source ?? attribution?.actor })),
    editing: place && rights?.aspects.includes(place.aspect) ? editDescription(place, text) : undefined,
    written: place && aspects[place.aspect],
  };
}
