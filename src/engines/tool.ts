/**
 * Runs the tools of this machine (java, mvn, python3) with the user's own configuration.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ToolOutcome {
  /** Undefined if the tool is not installed. */
  readonly code: number | undefined;
  /** The last lines of standard output and standard error. */
  readonly lines: readonly string[];
}

const KEPT_LINES = 400;
const COLOURS = /\u001b\[[0-9;]*m/g;

/**
 * Runs a tool until it ends.
 *
 * @param onLine is called with each line of output
 * @param signal ends the tool early; the promise then rejects with the signal's reason
 * @param env its whole environment; if undefined, that of Cairn
 */
export async function run(
  command: string,
  args: readonly string[],
  signal?: AbortSignal,
  onLine: (line: string) => void = () => {},
  env?: Readonly<Record<string, string>>,
): Promise<ToolOutcome> {
  signal?.throwIfAborted();
  const lines: string[] = [];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }), ...(env && { env }) });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (coloured) => {
      const line = coloured.replace(COLOURS, '').trimEnd();
      if (lines.push(line) > KEPT_LINES) lines.shift();
      onLine(line);
    });
  }
  const code = await new Promise<number | undefined>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EACCES') resolve(undefined);
      else if (error.name !== 'AbortError') reject(error);
    });
    child.once('close', (status) => resolve(status ?? 1));
    // A process that the tool leaves running may keep the output open. Do not wait for it.
    child.once('exit', () => signal?.aborted && resolve(1));
  });
  signal?.throwIfAborted();
  return { code, lines };
}

/** The most useful line of a failed tool's output: its first error, else its last line. */
export function complaint({ lines }: ToolOutcome): string {
  const complaints = lines.filter((line) => /^(\[ERROR\]|ERROR:)/.test(line));
  return (complaints[0] ?? lines.findLast((line) => line !== '') ?? 'it printed nothing').replace(/^(\[ERROR\]|ERROR:)\s*/, '').slice(0, 500);
}
