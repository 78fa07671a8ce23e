/**
 * `/rpc/docs/start`: one write and one read, to copy or to send from the page.
 */
import { docsAddress, type Frame, type Html, html, page } from './html.ts';

interface StartStep {
  readonly title: string;
  readonly about: Html;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export function startPage(frame: Frame): string {
  const { names, base } = frame;
  const urn = `${names.urnPrefix}dataset:(${names.urnPrefix}dataPlatform:hive,start.orders,PROD)`;
  const entity = `${base}openapi/v3/entity/dataset`;
  const one = `${entity}/${encodeURIComponent(urn)}`;
  const steps: readonly StartStep[] = [
    {
      title: 'Write a table',
      about: html`An entity has a URN and carries aspects. This one gets two: what it is called, and who owns it.
        <code>async=false</code> answers when it is stored.`,
      method: 'POST',
      path: `${entity}?async=false`,
      body: [
        {
          urn,
          datasetProperties: { value: { name: 'orders', description: 'One row for each order' } },
          ownership: { value: { owners: [{ owner: `${names.urnPrefix}corpuser:ada`, type: 'TECHNICAL_OWNER' }] } },
        },
      ],
    },
    {
      title: 'Read it',
      about: html`All its aspects, or those that you name.`,
      method: 'GET',
      path: `${one}?aspects=datasetProperties&aspects=ownership`,
    },
    {
      title: 'Remove it again',
      about: html`Only if you want to. <a href="${base}entity/${encodeURIComponent(urn)}">Its page</a> shows what you have written.`,
      method: 'DELETE',
      path: one,
    },
  ];
  const main = html`<main id="main" tabindex="-1" class="docs-start">
<h1>Start here</h1>
<p>One write and one read, over HTTP with JSON. The catalog's own pages use nothing else: <span class="docs-icon" aria-hidden="true">&lt;/&gt;</span> at the top
of each page shows its requests. With a catalog that needs a token, <a href="${base}signin">sign in</a>, and put the token into
<code>$CAIRN_TOKEN</code>.</p>
<ol class="docs-steps">${steps.map((step) => html`<li class="card">${renderStep(step)}</li>\n`)}</ol>
<h2>Where to go on</h2>
<ul class="docs-next">
<li><a href="${docsAddress(frame)}">Endpoints</a>: every operation with an example to send</li>
<li><a href="${docsAddress(frame, 'model')}">Model</a>: entity types, aspects, their fields and relationships</li>
<li><a href="${base}api/graphiql">GraphQL</a>: search, lineage, and much in one request</li>
<li><a href="${base}openapi.json">openapi.json</a>: the same for your tools, to generate a client from</li>
</ul></main>`;
  return page(frame, { title: 'Start with the API', here: 'start', styles: ['docsStyle'], main });
}

function renderStep({ title, about, method, path, body }: StartStep): Html {
  const text = body === undefined ? '' : pretty(body);
  return html`<h2>${title}</h2>
<p>${about}</p>
<div class="docs-call" data-method="${method}" data-path="${path}" data-body="${text}">
<pre tabindex="0"><code>${`${method} ${decodeURIComponent(path)}${text === '' ? '' : `\n\n${text}`}`}</code></pre>
<div class="actions"><button type="button" data-do="copy" aria-label="Copy as curl: ${title}">Copy as curl</button>
<button type="button" data-do="send" class="primary" aria-label="Send: ${title}">Send</button></div>
<div class="docs-answer" role="status"></div>
</div>`;
}

/** A line of JSON may be so long, in characters. */
const LINE = 84;

/** JSON in few lines: what fits into one is not broken. */
function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((each) => deeper + pretty(each, deeper)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).map(([name, each]) => `${deeper}${JSON.stringify(name)}: ${pretty(each, deeper)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}
