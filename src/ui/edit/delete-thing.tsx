/**
 * Deletes a term, a group, a domain, a data product, a tag or a document for good, after it has said what that affects.
 */
import { affectedBy, destroy, type VocabularyUse } from '../api/vocabulary.ts';
import { plural } from '../data/words.ts';
import { Ask } from '../parts/ask.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { navigate } from '../route.ts';
import type { Thing } from './vocabulary.ts';

interface DeleteThingProps {
  readonly urn: string;
  readonly name: string;
  readonly thing: Thing;
  readonly onClose: () => void;
}

export function DeleteThing({ urn, name, thing, onClose }: DeleteThingProps) {
  const { data, error, reload } = useLoad((signal) => affectedBy(urn, signal), [urn]);
  const remove = async (): Promise<void> => {
    await destroy(urn);
    navigate(thing.list);
  };
  return (
    <Ask title={`Delete “${name}” permanently?`} yes="Delete permanently" danger disabled={!data} onYes={remove} onClose={onClose}>
      <Loading data={data} label="Looking where it is used" what="Where it is used could not be read." error={error} onRetry={reload} />
      {data && <Effects {...data} word={thing.word} />}
    </Ask>
  );
}

function Effects({ carriers, below, references, word }: VocabularyUse & { readonly word: string }) {
  return (
    <>
      {references === 0 && carriers + below === 0 ? (
        <p>Nothing in the catalog uses this {word}.</p>
      ) : (
        <ul class="bullets">
          {carriers > 0 && (
            <li>
              <strong>{plural(carriers, 'asset')}</strong> {carriers === 1 ? 'carries' : 'carry'} it and will lose it.
            </li>
          )}
          {below > 0 && (
            <li>
              <strong>{plural(below, 'thing')}</strong> {below === 1 ? 'is' : 'are'} in it and will move to the top.
            </li>
          )}
          {references > 0 && <li>It disappears from {plural(references, 'place')} in all, columns included.</li>}
        </ul>
      )}
      <p>Its history goes with it. You cannot undo this.</p>
    </>
  );
}
