/**
 * A Postgres of this machine for a test: a folder of its own, a free port, no superuser of the system.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { freePort, throwAwayFolder } from './process.ts';

/** Where systems put the programs of Postgres. */
const PLACES = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt/postgresql'];
/** Postgres refuses to run as root: it then runs as nobody. */
const NOBODY = 65_534;
const USER = 'shop';

export interface Postgres {
  readonly port: number;
  readonly user: string;
  /** Runs statements in a database. */
  sql(database: string, text: string): void;
  stop(): void;
}

/** The folder of its programs; undefined if there is none on this machine. */
function programs(): string | undefined {
  const versions = PLACES.flatMap((place) => (existsSync(place) ? [place, ...readdirSync(place).map((version) => path.join(place, version))] : []));
  return versions.map((folder) => path.join(folder, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb')));
}

/** Undefined if this machine has none. */
export async function startPostgres(password: string): Promise<Postgres | undefined> {
  const bin = programs();
  if (bin === undefined) return undefined;
  const [folder, port] = [throwAwayFolder(), await freePort()];
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const run = (program: string, ...args: string[]): string =>
    execFileSync(path.join(bin, program), args, {
      ...{ encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
  const data = path.join(folder, 'data');
  run('initdb', '-D', data, '-U', USER, '--auth=trust');
  run('pg_ctl', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`, 'start');
  const sql = (database: string, text: string): void =>
    void run('psql', '-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', database, '-v', 'ON_ERROR_STOP=1', '-qc', text);
  sql('postgres', `ALTER USER ${USER} PASSWORD '${password}'`);
  return { port, user: USER, sql, stop: () => void run('pg_ctl', '-D', data, '-m', 'fast', 'stop') };
}
