/**
 * Tells browsers what they may do with our answers. No other site shows them in a frame, they load nothing from other hosts, and no browser
 * guesses their type.
 */
import type { Context } from '../types.ts';

type Directives = Readonly<Record<string, string>>;

const NOTHING: Directives = { 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" };

/** A Content-Security-Policy that allows only what is named. */
export function policy(allowed: Directives): string {
  return Object.entries({ ...NOTHING, ...allowed })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Allows our own scripts and styles. A style that a script sets on an element is not an inline style, so 'unsafe-inline' is not needed. */
export const OWN_FILES: Directives = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
};

const BARE = policy({});

/** Middleware: sets these headers on every answer, refusals too. A page replaces the policy with its own. */
export function safeAnswers({ res }: Context, next: () => Promise<void>): Promise<void> {
  res.setHeader('Content-Security-Policy', BARE);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'same-origin');
  // Pages of other sites cannot load an answer as an image or a script.
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  return next();
}
