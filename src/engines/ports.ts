/** Finds free ports of the loopback address. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, so that no such connection takes one while an engine is down. */
const LOWEST = 20_000;
const HIGHEST = 31_999;

/** Whether a server can listen on this port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (!ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  for (const port of ports) if (!(await isFree(port))) return false;
  return true;
}

/**
 * Free ports of 127.0.0.1. Reads them from the file if they are still free; else chooses new ones and writes them there. Typesense starts
 * 12 s later if its ports have changed, because they are its name in its own cluster.
 *
 * @param held an earlier Cairn left the engine running, so it has these ports
 */
export async function keptPorts(file: string, count: number, held: boolean): Promise<number[]> {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number) : [];
  if (kept.length === count && kept.every((port) => port >= LOWEST && port <= HIGHEST) && (held || (await areFree(kept)))) return kept;
  const fresh = await freePorts(count);
  writeFileSync(file, fresh.join(' '));
  return fresh;
}

/** Forgets the ports in the file, so that the next start chooses others. */
export function forgetPorts(file: string): void {
  rmSync(file, { force: true });
}
