import { stampNow } from '../api/edit.ts';
import { type LinkEntry, listIn } from '../data/labels.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { withDifference } from './list-difference.ts';
import type { Editing } from './use-editing.ts';

/** A link that was just added has no stamp yet. */
type Link = Omit<LinkEntry, 'createStamp'> & Partial<Pick<LinkEntry, 'createStamp'>>;

interface LinksForm {
  readonly links: readonly Link[];
  /** What is in the fields and not in the list yet. Saving adds it. */
  readonly url: string;
  readonly text: string;
  /** The link that the fields change. It keeps what else is stored with it. */
  readonly changing?: Link;
}

export const editLinks: Editing<LinksForm> = {
  title: 'Links',
  aspect: 'institutionalMemory',
  read: (value) => ({ links: listIn<Link>(value, 'elements'), url: '', text: '' }),
  check: (form) => (added(form).links.every(({ url }) => isWeb(url)) ? undefined : 'A link begins with https:// or http://.'),
  change: async (now, form, from) => {
    const stamp = await stampNow();
    const same = new Set(from.links.map(keyOf));
    const stamped = (link: Link) => (link.createStamp ? { ...link, updateStamp: stamp } : { ...link, createStamp: stamp });
    const made = added(form).links.map((each) => (same.has(keyOf(each)) ? each : stamped(each)));
    return { value: { ...now, elements: withDifference(listIn<Link>(now, 'elements'), made, from.links, keyOf) } };
  },
  Form: LinksForm,
  Show: ({ value }) => <LinkList links={listIn<Link>(value, 'elements')} />,
};

/** The form with what is in its fields at the end of the list. */
function added({ links, url, text, changing }: LinksForm): LinksForm {
  if (url.trim() === '') return { links, url, text };
  return { links: [...links, { ...changing, url: url.trim(), description: text.trim() || url.trim() }], url: '', text: '' };
}

const keyOf = ({ url, description }: Link): string => `${url} ${description}`;

export function isWeb(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

function LinksForm({ form, set }: { readonly form: LinksForm; readonly set: (form: LinksForm) => void }) {
  const { links, url, text } = form;
  const without = (link: Link): readonly Link[] => links.filter((each) => each !== link);
  return (
    <>
      <LinkList
        links={links}
        onRemove={(link) => set({ ...form, links: without(link) })}
        // What was in the fields goes to the list first.
        onChange={(link) => set({ ...added({ ...form, links: without(link) }), url: link.url, text: link.description, changing: link })}
      />
      <TextField id="link-url" label="Address" type="url" placeholder="https://" value={url} onType={(text) => set({ ...form, url: text })} />
      <TextField id="link-text" label="Link text" value={text} onType={(text) => set({ ...form, text: text })} />
      <div>
        <Button label="Add this link" disabled={!isWeb(url.trim())} onClick={() => set(added(form))} />
      </div>
    </>
  );
}

interface LinkListProps {
  readonly links: readonly Link[];
  readonly onRemove?: (link: Link) => void;
  readonly onChange?: (link: Link) => void;
}

/** A list of links. An address that is not of the web appears as plain text. */
export function LinkList({ links, onRemove, onChange }: LinkListProps) {
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
          {onChange && <Button label="Change" class="plain small" aria-label={`Change ${link.description}`} onClick={() => onChange(link)} />}
          {onRemove && <Button label="×" class="plain" aria-label={`Remove ${link.description}`} onClick={() => onRemove(link)} />}
        </li>
      ))}
    </ul>
  );
}
