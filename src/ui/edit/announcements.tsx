/**
 * Announcements: everybody reads them; who has the right makes, changes and deletes them here.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Post, type PostTexts, removePost, savePost } from '../api/posts.ts';
import { plural } from '../data/words.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { Time } from '../parts/time.tsx';
import { useMay } from '../parts/use-rights.ts';
import { isWeb } from './links.tsx';

interface AnnouncementsProps {
  readonly posts: readonly Post[];
  readonly onChanged: () => void;
}

/** So many stand above what the page is for; the others are folded. */
const SHOWN = 2;

export function Announcements({ posts, onChanged }: AnnouncementsProps) {
  const mayAnnounce = useMay('manageGlobalAnnouncements');
  const [writing, write] = useState<{ readonly post?: Post } | undefined>(undefined);
  const [deleting, ask] = useState<Post | undefined>(undefined);
  if (posts.length === 0 && !mayAnnounce) return null;
  const done = async (work: Promise<void>): Promise<void> => {
    await work;
    write(undefined);
    ask(undefined);
    onChanged();
  };
  const actions = (post: Post) =>
    mayAnnounce && (
      <>
        <Button label="Edit" class="plain small" aria-label={`Edit ${post.title}`} onClick={() => write({ post })} />
        <Button label="Delete" class="plain small" aria-label={`Delete ${post.title}`} onClick={() => ask(post)} />
      </>
    );
  const [shown, older] = [posts.slice(0, SHOWN), posts.slice(SHOWN)];
  return (
    <div class="stack close">
      {shown.length > 0 && <PostList label="Announcements" posts={shown} actions={actions} />}
      {older.length > 0 && (
        <details>
          <summary class="small">{plural(older.length, 'older announcement')}</summary>
          <PostList label="Older announcements" posts={older} actions={actions} />
        </details>
      )}
      {mayAnnounce && (
        <div class="line">
          <Button label="+ Announce…" class="plain small end" onClick={() => write({})} />
        </div>
      )}
      {writing && <Writing post={writing.post} onSave={(texts) => done(savePost(writing.post, texts))} onClose={() => write(undefined)} />}
      {deleting && (
        <Ask title={`Delete “${deleting.title}”?`} yes="Delete" danger onYes={() => done(removePost(deleting.urn))} onClose={() => ask(undefined)}>
          <p>Nobody sees it any more. You cannot undo this.</p>
        </Ask>
      )}
    </div>
  );
}

interface PostListProps {
  readonly label: string;
  readonly posts: readonly Post[];
  readonly actions: (post: Post) => ComponentChildren;
}

function PostList({ label, posts, actions }: PostListProps) {
  return (
    <ul class="stack close" aria-label={label}>
      {posts.map((post) => (
        <li key={post.urn} class="card stack close">
          <div class="bar spread">
            <strong class="breaks" dir="auto">
              {isWeb(post.link) ? (
                <a href={post.link} rel="noopener noreferrer" target="_blank">
                  {post.title}
                </a>
              ) : (
                post.title
              )}
            </strong>
            <span class="line small muted">
              <Time ms={post.at} />
              {actions(post)}
            </span>
          </div>
          {post.text !== '' && (
            <p class="prose breaks" dir="auto">
              {post.text}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface WritingProps {
  readonly post: Post | undefined;
  readonly onSave: (texts: PostTexts) => Promise<void>;
  readonly onClose: () => void;
}

function Writing({ post, onSave, onClose }: WritingProps) {
  const [title, setTitle] = useState(post?.title ?? '');
  const [text, setText] = useState(post?.text ?? '');
  const [link, setLink] = useState(post?.link ?? '');
  return (
    <Ask
      title={post ? 'Edit the announcement' : 'Announce to everybody'}
      yes={post ? 'Save' : 'Announce'}
      disabled={title.trim() === ''}
      unsaved={title !== (post?.title ?? '') || text !== (post?.text ?? '') || link !== (post?.link ?? '')}
      onYes={() => onSave({ title: title.trim(), text: text.trim(), link: link.trim() })}
      onClose={onClose}
    >
      <TextField id="post-title" label="Title" required autocomplete="off" value={title} onType={setTitle} />
      <TextArea id="post-text" label="Text" rows={4} value={text} onType={setText} />
      <TextField
        id="post-link"
        label="Link"
        type="url"
        pattern="https?://.+"
        autocomplete="off"
        value={link}
        onType={setLink}
        hint="The title then leads there."
      />
    </Ask>
  );
}
