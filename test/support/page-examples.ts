/**
 * The examples of a page of the documentation: its blocks of commands, each with the answer that stands below it.
 *
 * A block is ```` ```sh ```` or ```` ```graphql ````, and its answer the block ```` ```json ```` or ```` ```text ```` that follows it at once.
 * ```` ```sh not run: <why> ```` is not run, nor is a block that only installs, starts or tests, or
 * that must never run in a test (`sudo` and the like). In an answer, `…` stands for anything: in a text for the rest of a value, as the last item of
 * a list or as a field for more of them, alone in a line for any lines. A comment `<!-- with SETTING=value … -->` says with which settings of
 * Cairn the page is tried.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

interface Block {
  /** What stands behind the opening fence. */
  readonly info: string;
  readonly text: string;
  /** Does nothing stand between it and the block before? */
  readonly atOnce: boolean;
  readonly line: number;
}

export interface Example {
  readonly line: number;
  readonly language: 'sh' | 'graphql';
  readonly command: string;
  readonly answer?: { readonly kind: 'json' | 'text'; readonly text: string };
  /** Why it is not run. */
  readonly notRun?: string;
}

/** The pages whose examples are run: first the tutorials, which show the demo as it begins. */
export function pagesWithExamples(): string[] {
  const docs = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const all = ['README.md', 'openapi/README.md', ...docs.map((name) => `docs/${name.replaceAll(path.sep, '/')}`)].sort();
  const isTutorial = (file: string): boolean => file.startsWith('docs/tutorials/');
  return [...all.filter(isTutorial), ...all.filter((file) => !isTutorial(file))];
}

export function pageText(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** The files that a page shows: in blocks ```` ```yaml ````, each after a comment with its path. */
export function filesIn(text: string): Record<string, string> {
  const parts = blocksOf(text).flatMap(({ info, text: inside }) => (info === 'yaml' ? inside.split(/^(?=# [\w/-]+\.yaml$)/m) : []));
  const named = parts.flatMap((part) => {
    const [, name] = /^# ([\w/-]+\.yaml)\n/.exec(part) ?? [];
    return name === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(named);
}

/** The settings with which a page is tried. `MODEL_DIR=page` means the files that it shows. */
export function settingsOf(text: string): Record<string, string> {
  const [, said = ''] = /<!-- with (.+?) -->/.exec(text) ?? [];
  return Object.fromEntries(
    said
      .split(' ')
      .filter(Boolean)
      .map((each) => each.split('=') as [string, string]),
  );
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { indent: string; info: string; from: number } | undefined;
  let before = false;
  text.split('\n').forEach((line, index, lines) => {
    const [, indent = '', info = ''] = /^( *)```(.*)$/.exec(line) ?? [];
    if (!/^ *```/.test(line)) {
      if (!open && line.trim() !== '') before = false;
    } else if (!open) open = { indent, info, from: index };
    else {
      const inside = lines.slice(open.from + 1, index).map((each) => (each.startsWith(open?.indent ?? '') ? each.slice(open?.indent.length) : each));
      blocks.push({ info: open.info, text: inside.join('\n'), atOnce: before, line: open.from + 1 });
      open = undefined;
      before = true;
    }
  });
  return blocks;
}

/** What changes the machine, or needs more of it than a Cairn. */
const NEVER = /\b(sudo|docker|systemctl|pip install|datahub ingest|npm run ingest)\b/;

/** Why a block is not run although it does not say so. */
function reasonNotToRun(command: string): string | undefined {
  if (NEVER.test(command)) return 'it changes the machine, or needs more than a Cairn';
  const startsOnly = command.split('\n').every((line) => /^((\w+=\S+ )*(npm (ci|install|start|test)|npx|git clone|cd)\b|#|$)/.test(line));
  return startsOnly ? 'it starts a server' : undefined;
}

export function examplesOf(text: string): Example[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ info, text: command, line }, index): Example[] => {
    const [language = ''] = info.split(' ');
    if (language !== 'sh' && language !== 'graphql') return [];
    const [, notRun = reasonNotToRun(command)] = /^\w+ not run: (.+)$/.exec(info) ?? [];
    const next = blocks[index + 1];
    const answered = next?.atOnce === true && (next.info === 'json' || next.info === 'text');
    return [
      {
        line,
        language,
        command,
        ...(answered && { answer: { kind: next.info as 'json' | 'text', text: next.text } }),
        ...(notRun !== undefined && { notRun }),
      },
    ];
  });
}

/** Why a JSON value is not what a page shows; undefined if it is. Times differ from run to run. */
export function differs(shown: unknown, got: unknown, at = ''): string | undefined {
  if (typeof shown === 'string' && shown.endsWith('…'))
    return shown === '…' || String(got).startsWith(shown.slice(0, -1)) ? undefined : `${at}: ${JSON.stringify(got)}`;
  if (typeof shown === 'number' && typeof got === 'number' && shown > 1e12 && got > 1e12) return undefined;
  if (typeof shown !== 'object' || shown === null || typeof got !== 'object' || got === null)
    return shown === got ? undefined : `${at}: ${JSON.stringify(got)} instead of ${JSON.stringify(shown)}`;
  const open = Array.isArray(shown) ? shown.at(-1) === '…' : '…' in shown;
  const expected = Object.entries(shown).filter(
    ([key, value]) => key !== '…' && !(Array.isArray(shown) && value === '…' && Number(key) === shown.length - 1),
  );
  if (Array.isArray(shown) !== Array.isArray(got)) return `${at}: ${JSON.stringify(got)}`;
  const extra = Object.keys(got).filter((key) => !expected.some(([each]) => each === key));
  if (!open && extra.length > 0) return `${at}: also has ${extra.join(', ')}`;
  for (const [key, value] of expected) {
    const found = differs(value, (got as Record<string, unknown>)[key], `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Does a text fit what a page shows? */
export function fits(shown: string, got: string): boolean {
  const pattern = shown
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\n?)*' : `${line.trimEnd().split('…').map(literally).join('.*')}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${got.trim()}\n`);
}

function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
