/**
 * Reads and parses model files: first the shipped files, then those of `MODEL_DIR`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { messageOf, StartError } from '../errors.ts';
import { isRecord } from './path.ts';

type Room = 'entities' | 'aspects' | 'common';

export interface ModelFile {
  readonly room: Room;
  /** The path that messages show. */
  readonly file: string;
  /** `model:/aspects/ownership.yaml`: the base of relative `$ref`s. */
  readonly id: string;
  readonly content: Record<string, unknown>;
  /** Has the build checked it? Then a start need not check it again. */
  readonly checked: boolean;
}

const ROOMS: readonly Room[] = ['common', 'aspects', 'entities'];
const ENDING = /\.(yaml|yml|json)$/;
/** What the build has parsed and checked, by the hash of the text: both take more than a second of each start. */
export const PARSED = path.join(import.meta.dirname, '../../dist/parsed-yaml.json');
let parsed: Readonly<Record<string, unknown>> | undefined;

/**
 * Reads every file of a model folder.
 *
 * @param own is it `MODEL_DIR`?
 * @throws StartError that names the unreadable file, or a folder that contains no model
 */
export function readModelFiles(folder: string, own: boolean): ModelFile[] {
  if (!ROOMS.some((room) => existsSync(path.join(folder, room)))) {
    throw new StartError(`MODEL_DIR=${folder} contains no model: expected a folder that contains ${ROOMS.join(' or ')} (openapi/README.md)`);
  }
  return ROOMS.flatMap((room) =>
    list(path.join(folder, room)).map((name) => {
      const file = path.join(folder, room, name);
      const { content, built } = read(file);
      if (!isRecord(content)) throw new StartError(`${file}: expected a map at the top of the file`);
      return { room, file, id: `model:/${room}/${name.replace(ENDING, '.yaml')}`, content, checked: built && !own };
    }),
  );
}

/** Reads a YAML or JSON file. The result may be shared: do not change it. */
export function readYaml(file: string): unknown {
  return read(file).content;
}

function read(file: string): { readonly content: unknown; readonly built: boolean } {
  try {
    const text = readFileSync(file, 'utf8');
    parsed ??= existsSync(PARSED) ? (JSON.parse(readFileSync(PARSED, 'utf8')) as Record<string, unknown>) : {};
    const built = parsed[hashOf(text)];
    return { content: built ?? parse(text), built: built !== undefined };
  } catch (error) {
    throw new StartError(`${file}: ${messageOf(error)}`);
  }
}

/** The hash of a file's text, by which the build keeps what it has parsed. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ENDING.test(name))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new StartError(`Cairn cannot read ${folder}: ${messageOf(error)}`);
  }
}
