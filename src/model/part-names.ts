/**
 * The names in GraphQL that follow from the parts of links: `addTag`, `BatchRemoveTermsInput`, `setDomain`.
 */
import type { LinkPart, Part } from './types.ts';

/** The name of a field with the URN of one of them: `tagUrn`. */
export function urnFieldOf({ word }: Pick<Part, 'word'>): string {
  const [first = '', ...others] = word.split(/\W+/);
  return `${[first.toLowerCase(), ...others.map(capital)].join('')}Urn`;
}

/** Mutations, which begin with a small letter, and types of inputs. @returns what each is for → its name */
export function namesOfLinks(part: Pick<LinkPart, 'name' | 'word'>) {
  const [one, many] = [capital(oneOf(part)), capital(part.name)];
  return {
    ofWord: { add: `add${one}`, remove: `remove${one}`, input: `${one}AssociationInput` },
    ofName: {
      ...{ add: `add${many}`, batchAdd: `batchAdd${many}`, batchRemove: `batchRemove${many}` },
      ...{ addInput: `Add${many}Input`, batchAddInput: `BatchAdd${many}Input`, batchRemoveInput: `BatchRemove${many}Input` },
    },
  };
}

/** The same of a part that holds one link. */
export function namesOfLink(part: Pick<LinkPart, 'word'>) {
  const one = capital(oneOf(part));
  return { set: `set${one}`, unset: `unset${one}`, batchSet: `batchSet${one}`, batchSetInput: `BatchSet${one}Input` };
}

interface GraphName {
  readonly name: string;
  /** What of the part it follows from. */
  readonly from: 'name' | 'noun';
}

/** All names that a part of links takes. */
export function graphNames(part: LinkPart): GraphName[] {
  const listed = (names: Readonly<Record<string, string>>, from: GraphName['from']): GraphName[] =>
    Object.values(names).map((name) => ({ name, from }));
  if (part.shape === 'link') return listed(namesOfLink(part), 'noun');
  const { ofWord, ofName } = namesOfLinks(part);
  return [...listed(ofWord, 'noun'), ...listed(ofName, 'name')];
}

function oneOf(part: Pick<Part, 'word'>): string {
  return urnFieldOf(part).slice(0, -'Urn'.length);
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
