/**
 * Announcements, which are entities `post`: on the home page, or on an asset.
 */
import { type AnswerOf, changePostMutation, createPostMutation, type postsQuery, removePostMutation } from '../../generated/queries.ts';
import type { Shape } from '../data/aspects.ts';
import { listInput } from './cards.ts';
import { mutate } from './client.ts';
import { byName } from './names.ts';

/** What somebody writes. Without a link or a text, it is empty. */
export interface PostTexts {
  readonly title: string;
  readonly text: string;
  readonly link: string;
}

export interface Post extends PostTexts {
  readonly urn: string;
  /** Epoch ms. */
  readonly at: number;
  /** A picture, which the pages do not load: it may be on another host. */
  readonly media: Shape<'postInfo'>['content']['media'];
}

/** The most on the home page. */
const MOST = 10;
const HOME = 'HOME_PAGE_ANNOUNCEMENT';

/** The search for those of the home page, the newest first. */
export const HOME_POSTS = listInput({
  query: '',
  anyOf: [[{ field: 'type', values: [HOME] }]],
  types: ['POST'],
  start: 0,
  count: MOST,
  sort: { field: 'created', order: 'DESCENDING' },
});

export function postsIn({ searchResults }: AnswerOf<typeof postsQuery>['posts']): Post[] {
  return searchResults.flatMap(({ entity }) => {
    const info = entity && (byName(entity).postInfo as Shape<'postInfo'> | undefined);
    if (!info) return [];
    const { title, description = '', link = '', media } = info.content;
    return [{ urn: entity.urn, title, text: description, link, media, at: info.lastModified }];
  });
}

/** @param post the one that is changed; undefined makes a new one. Either is found when this is over */
export async function savePost(post: Post | undefined, { title, text, link }: PostTexts): Promise<void> {
  const content = {
    contentType: link === '' ? ('TEXT' as const) : ('LINK' as const),
    title,
    ...(text !== '' && { description: text }),
    ...(link !== '' && { link }),
    ...(post?.media && { media: post.media }),
  };
  if (post) await mutate(changePostMutation, { input: { urn: post.urn, postType: HOME, content } });
  else await mutate(createPostMutation, { input: { postType: HOME, content } });
}

export async function removePost(urn: string): Promise<void> {
  await mutate(removePostMutation, { urn });
}
