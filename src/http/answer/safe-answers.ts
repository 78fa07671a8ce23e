/**
 * What browsers may do with our answers. Nothing of Cairn is shown in a frame of others, loads anything from other hosts, or is taken for
 * something that it is not.
 */
import type { Context } from '../types.ts';

type Directives = Readonly<Record<string, string>>;

const NOTHING: Directives = { 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" };

/** The text of a Content-Security-Policy that allows what is named and nothing else. */
export function policy(allowed: Directives): string {
  return Object.entries({ ...NOTHING, ...allowed })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Our own scripts and styles. Styles that a script sets on an element are no inline styles: nothing needs 'unsafe-inline'. */
export const OWN_FILES: Directives = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
};

const BARE = policy({});

/** Middleware: each answer starts with these headers, refusals too; a page sets a policy of its own. */
export async function safeAnswers(context: Context, next: () => Promise<void>): Promise<void> {
  context.set('Content-Security-Policy', BARE);
  context.set('X-Content-Type-Options', 'nosniff');
  context.set('Referrer-Policy', 'same-origin');
  // Pages of other origins cannot take an answer in as an image or a script.
  context.set('Cross-Origin-Resource-Policy', 'same-origin');
  await next();
}
