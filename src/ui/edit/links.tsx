import { useState } from 'preact/hooks';
import { stampNow } from '../api/edit.ts';
import { type LinkEntry, listIn } from '../entity/labels.ts';
import type { Editing } from './edit-dialog.tsx';
import { withDifference } from './list-difference.ts';

/** A link that was just added has no stamp yet. */
type Link = Omit<LinkEntry, 'createStamp'> & Partial<Pick<LinkEntry, 'createStamp'>>;

export const editLinks: Editing<readonly Link[]> = {
  title: 'Links',
  aspect: 'institutionalMemory',
  read: (value) => listIn<Link>(value, 'elements'),
  check: (form) => (form.every(({ url }) => isWeb(url)) ? undefined : 'A link begins with https:// or http://.'),
  change: async (now, form, from) => {
    const createStamp = await stampNow();
    const made = form.map((each) => (each.createStamp ? each : { ...each, createStamp }));
    return { value: { ...now, elements: withDifference(listIn<Link>(now, 'elements'), made, from, keyOf) } };
  },
  Form: LinksForm,
  Show: ({ value }) => <LinkList links={listIn<Link>(value, 'elements')} />,
};

const keyOf = ({ url, description }: Link): string => `${url} ${description}`;

function isWeb(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

function LinksForm({ form, set }: { readonly form: readonly Link[]; readonly set: (form: readonly Link[]) => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const add = (): void => {
    set([...form, { url: url.trim(), description: description.trim() || url.trim() }]);
    setUrl('');
    setDescription('');
  };
  return (
    <>
      <LinkList links={form} onRemove={(link) => set(form.filter((each) => each !== link))} />
      <div class="field">
        <label for="link-url">Address</label>
        <input id="link-url" type="url" placeholder="https://" value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
      </div>
      <div class="field">
        <label for="link-text">Link text</label>
        <input id="link-text" type="text" value={description} onInput={(event) => setDescription(event.currentTarget.value)} />
      </div>
      <div>
        <button type="button" disabled={!isWeb(url.trim())} onClick={add}>
          Add this link
        </button>
      </div>
    </>
  );
}

/** A list of links. An address that is not of the web appears as plain text. */
export function LinkList({ links, onRemove }: { readonly links: readonly Link[]; readonly onRemove?: (link: Link) => void }) {
  if (links.length === 0) return <p class="muted">None yet.</p>;
  return (
    <ul class="link-list">
      {links.map((link) => (
        <li key={keyOf(link)}>
          {isWeb(link.url) ? (
            <a href={link.url} rel="noopener noreferrer" target="_blank">
              {link.description || link.url}
            </a>
          ) : (
            <span>{link.description || link.url}</span>
          )}
          {onRemove && (
            <button type="button" class="plain" aria-label={`Remove ${link.description}`} onClick={() => onRemove(link)}>
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
