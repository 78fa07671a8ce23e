/**
 * `/api/graphiql`: a page to write queries. Everything that it loads comes from this server.
 */
import { fillNames } from '../../model/names.ts';
import { asset, sendAsset } from '../answer/asset.ts';
import { OWN_FILES, policy } from '../answer/safe-answers.ts';
import { type Frame, html, page } from '../docs/html.ts';
import type { Context } from '../types.ts';
import { readExamples } from './schema/files.ts';

/** The editor writes styles into the page. */
const POLICY = policy({ ...OWN_FILES, 'style-src': "'self' 'unsafe-inline'", 'form-action': "'self'" });

export function graphiqlPage(frame: Frame): (context: Context) => void {
  const { base, names } = frame;
  const examples = readExamples().map((example) => fillNames(names, example));
  const text = page(frame, {
    title: 'GraphQL',
    here: 'console',
    styles: ['graphiqlStyle', 'consoleStyle'],
    scripts: ['console'],
    main: html`<main id="main" tabindex="-1"><h1 class="hidden-text">GraphQL console</h1>
<div id="console" data-examples="${JSON.stringify(examples)}"></div></main>
<noscript>This page needs JavaScript. The API itself is at ${base}api/graphql.</noscript>`,
  });
  const kept = asset('text/html', text);
  return (context) => {
    context.set('Content-Security-Policy', POLICY);
    sendAsset(context, kept);
  };
}
