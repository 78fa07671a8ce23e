/**
 * Every command of README and the pages of docs/, as a newcomer types them one after the other, and the answers below them
 * (support/page-examples.ts). All pages share one Cairn with the demo catalog; pages that need other settings have their own.
 * `WRITE_ANSWERS=true` writes what Cairn answers into the pages, where they differ.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type ModelFolder, modelFolder } from '../support/model-folder.ts';
import { differs, type Example, examplesOf, filesIn, fits, pagesWithExamples, pageText, settingsOf } from '../support/page-examples.ts';
import { endAll, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PLACE = /http:\/\/(?:localhost|127\.0\.0\.1):8080/g;
const MINUTES = 60_000;
/** The pages say that their examples need it. */
const NO_JQ = spawnSync('jq', ['--version']).error !== undefined;

/** `npm run` of a command, against the Cairn of the test. */
const SHELL = `set -euo pipefail
npm() {
  [ "$1" = run ] || { echo "only npm run can be tried, not npm $1" >&2; return 1; }
  shift; [ "$1" != --silent ] || shift
  local name=$1; shift; [ "\${1:-}" != -- ] || shift
  case "$name" in token) node "$CAIRN_ROOT/dist/commands/$name.js" "$@" ;; *) node "$CAIRN_ROOT/dist/commands/$name.js" "$@" --url "$CAIRN_URL" ;; esac
}
`;

interface Said {
  readonly text: string | undefined;
  readonly errors: string;
}

/** Types all examples of a page into one shell. @returns what each printed; undefined after one that failed */
function typeAll(examples: readonly Example[], url: string): Said[] {
  const folder = throwAwayFolder();
  const script = examples.map((example, index) => {
    const command = example.language === 'sh' ? example.command.replace(PLACE, url) : graphql(example.command, url);
    return `{\n${command}\n} > ${folder}/.${index} 2> ${folder}/.${index}.errors\ntouch ${folder}/.${index}.done\n`;
  });
  const env = { ...process.env, CAIRN_ROOT: ROOT, CAIRN_URL: url };
  const { stderr } = spawnSync('bash', ['-c', SHELL + script.join('')], { cwd: folder, env, encoding: 'utf8', timeout: 5 * MINUTES });
  return examples.map((_, index) => {
    const file = `${folder}/.${index}`;
    const errors = existsSync(`${file}.errors`) ? readFileSync(`${file}.errors`, 'utf8') : `an example before it failed ${stderr}`;
    return { text: existsSync(`${file}.done`) ? readFileSync(file, 'utf8') : undefined, errors };
  });
}

function graphql(query: string, url: string): string {
  return `curl -s ${url}/api/graphql -H 'Content-Type: application/json' -d @- <<'end-of-query'\n${JSON.stringify({ query })}\nend-of-query`;
}

/** What is wrong with an answer; undefined if the page shows it. */
function problem({ language, answer }: Example, text: string): string | undefined {
  if (!answer) return undefined;
  if (answer.kind === 'text') return fits(answer.text, text) ? undefined : text;
  const { extensions: _, ...got } = JSON.parse(text) as Record<string, unknown>;
  const found = differs(JSON.parse(answer.text), language === 'graphql' || 'data' in got ? got : JSON.parse(text));
  return found && `${found}\n${text}`;
}

/** JSON in one line if it is short, otherwise in many. */
function laidOut(text: string): string {
  const { extensions: _, ...value } = JSON.parse(text) as Record<string, unknown>;
  const json: unknown = 'data' in value ? value : JSON.parse(text);
  const line = JSON.stringify(json);
  return line.length <= 120 && !text.trim().includes('\n') ? line : JSON.stringify(json, undefined, 2);
}

/** Writes answers into a page. @param answers by the line of the example */
function write(file: string, answers: ReadonlyMap<number, string>): void {
  let text = pageText(file);
  for (const { line, answer } of examplesOf(text).toReversed()) {
    const made = answers.get(line);
    if (made === undefined || !answer) continue;
    const lines = text.split('\n');
    const from = lines.indexOf(`\`\`\`${answer.kind}`, line);
    lines.splice(from + 1, answer.text.split('\n').length, answer.kind === 'json' ? laidOut(made) : made.trim());
    text = lines.join('\n');
  }
  writeFileSync(path.join(ROOT, file), text);
}

const pages = pagesWithExamples().map((file) => {
  const text = pageText(file);
  return { file, examples: examplesOf(text).filter(({ notRun }) => notRun === undefined), settings: settingsOf(text) };
});

function describePage({ file, examples }: (typeof pages)[number], cairn: () => RunningCairn): void {
  describe(file, () => {
    let said: Said[] = [];
    const wrong = new Map<number, string>();
    before(() => {
      said = typeAll(examples, cairn().url);
    });
    after(() => {
      if (process.env.WRITE_ANSWERS === 'true' && wrong.size > 0) write(file, wrong);
    });
    for (const [index, example] of examples.entries()) {
      it(`line ${example.line}: ${example.command.split('\n')[0]?.slice(0, 70)}`, () => {
        const { text, errors = '' } = said[index] ?? {};
        if (text === undefined) expect.fail(errors);
        const shown = text.replaceAll(cairn().url, 'http://127.0.0.1:8080');
        const found = problem(example, shown);
        if (found !== undefined) wrong.set(example.line, shown);
        expect(found).to.equal(undefined);
      });
    }
  });
}

/** Hits stand in the order of an index that was built of the whole catalog. One that grew with it may still rank by the words of a part. */
function settle(url: string): void {
  const { status, stderr } = spawnSync('node', [path.join(ROOT, 'dist/commands/reindex.js'), '--url', url], {
    encoding: 'utf8',
    timeout: 5 * MINUTES,
  });
  expect(status, stderr).to.equal(0);
}

const tried = pages.filter(({ examples }) => examples.length > 0);
const shared = tried.filter(({ settings }) => Object.keys(settings).length === 0);
const special = tried.filter((page) => !shared.includes(page));

describe('The examples of the pages', function () {
  this.timeout(6 * MINUTES);
  let cairn: RunningCairn;
  before(async function () {
    if (NO_JQ) this.skip();
    cairn = await startCairn(await emptyEngines(), ['--demo']);
    settle(cairn.url);
  });
  after(endAll);

  it('are many', () => {
    expect(shared.length).to.be.above(5);
  });
  for (const page of shared) describePage(page, () => cairn);
});

for (const page of special)
  describe(`The examples of a page, with ${Object.keys(page.settings).join(', ')} [long]`, function () {
    this.timeout(6 * MINUTES);
    let cairn: RunningCairn;
    const { MODEL_DIR, ...settings } = page.settings;
    let own: ModelFolder | undefined;
    before(async function () {
      if (NO_JQ) this.skip();
      if (MODEL_DIR !== undefined) own = modelFolder(filesIn(pageText(page.file)));
      cairn = await startCairn({ ...(await emptyEngines()), ...settings, ...(own && { MODEL_DIR: own.path }) }, ['--demo']);
      settle(cairn.url);
    });
    after(async () => {
      await endAll();
      own?.remove();
    });
    describePage(page, () => cairn);
  });
