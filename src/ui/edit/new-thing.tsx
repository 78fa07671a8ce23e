/**
 * Makes a term, a group, a domain, a data product, a tag or a document.
 */
import { useId, useState } from 'preact/hooks';
import { typeOfUrn } from '../api/urn.ts';
import { exists, make, urnFor } from '../api/vocabulary.ts';
import { idFrom } from '../data/id-from.ts';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { useWork } from '../parts/use-work.ts';
import { entityUrl, navigate } from '../route.ts';
import { EntityPicker } from './entity-picker.tsx';
import { PickedList } from './picked-list.tsx';
import type { Thing } from './vocabulary.ts';

interface NewThingProps {
  readonly thing: Thing;
  /** URN of what it is made in, where that is known. */
  readonly inside?: string | undefined;
  readonly onClose: () => void;
}

/** The dialog of a new thing. It ends on the page of what was made. */
export function NewThing({ thing, inside, onClose }: NewThingProps) {
  const { type, word, place, inDomain, readable } = thing;
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [id, setId] = useState('');
  const [parent, setParent] = useState(place && inside !== undefined && typeOfUrn(inside) === place.of ? inside : undefined);
  const [domain, setDomain] = useState(inDomain && inside !== undefined && typeOfUrn(inside) === 'domain' ? inside : undefined);
  const [taken, setTaken] = useState<string | undefined>(undefined);
  const { busy, error, run } = useWork();
  const submit = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setTaken(undefined);
    return run(async () => {
      const chosen = id.trim() || idFrom(name);
      if (chosen === '') throw new Error(`A ${word} needs a letter or a digit in its ${thing.named.toLowerCase()}.`);
      const urn = urnFor(type, chosen);
      if (readable && (await exists(urn))) setTaken(urn);
      else navigate(entityUrl(await make(type, { id: chosen, name: name.trim(), text, parent, domain })));
    });
  };
  return (
    <Dialog title={`New ${word}`} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Texts thing={thing} name={name} text={text} onName={setName} onText={setText} />
        {place && <Chosen label={place.label} types={place.types} urn={parent} onChoose={setParent} />}
        {inDomain && <Chosen label="Domain" types={['DOMAIN']} urn={domain} none="none" onChoose={setDomain} />}
        {taken !== undefined && (
          <p class="notice" role="alert">
            There is a {word} with this id already: <EntityLink urn={taken} />. Use that one, or give the new one another id.
          </p>
        )}
        {readable && <IdField name={name} id={id} open={taken !== undefined} onChange={setId} />}
        <Failure error={error} />
        <FormButtons label="Create" onCancel={onClose} disabled={busy} />
      </form>
    </Dialog>
  );
}

interface TextsProps {
  readonly thing: Thing;
  readonly name: string;
  readonly text: string;
  readonly onName: (name: string) => void;
  readonly onText: (text: string) => void;
}

function Texts({ thing, name, text, onName, onText }: TextsProps) {
  const id = useId();
  return (
    <>
      <TextField id={`${id}-name`} label={thing.named} required autocomplete="off" value={name} onType={onName} />
      <TextArea id={`${id}-text`} label={thing.text} rows={4} value={text} onType={onText} hint="Markdown works here." />
    </>
  );
}

interface ChosenProps {
  readonly label: string;
  readonly types: readonly string[];
  readonly urn: string | undefined;
  /** What it means that none is chosen. */
  readonly none?: string;
  readonly onChoose: (urn: string | undefined) => void;
}

/** One entity, which may be left out. */
export function Chosen({ label, types, urn, none = 'the top', onChoose }: ChosenProps) {
  return (
    <div class="stack close">
      <PickedList urns={urn === undefined ? [] : [urn]} onRemove={() => onChoose(undefined)} />
      <EntityPicker
        label={urn === undefined ? label : `${label}: another one`}
        types={types}
        onPick={onChoose}
        hint={`Leave it empty for ${none}.`}
      />
    </div>
  );
}

interface IdFieldProps {
  readonly name: string;
  readonly id: string;
  readonly open: boolean;
  readonly onChange: (id: string) => void;
}

function IdField({ name, id, open, onChange }: IdFieldProps) {
  const field = useId();
  return (
    <details open={open}>
      <summary class="medium">Id</summary>
      <TextField
        id={field}
        label={<span class="hidden-text">Id</span>}
        spellcheck={false}
        autocomplete="off"
        pattern="\S+"
        placeholder={idFrom(name)}
        value={id}
        onType={onChange}
        hint="Programs use it. It follows from the name and cannot be changed later."
      />
    </details>
  );
}
