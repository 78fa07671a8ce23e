/**
 * Makes folders of own model files (`MODEL_DIR`).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface ModelFolder {
  readonly path: string;
  remove(): void;
}

/** @param files path below the folder (`aspects/x.yaml`) → content: text as it is, all else as JSON, which is YAML */
export function modelFolder(files: Readonly<Record<string, unknown>>): ModelFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-model-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
