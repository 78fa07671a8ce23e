/**
 * How many connections there are at most. Each takes memory and a file, and Cairn needs files to reach its engines. When more come, the address that
 * has the most of them loses its oldest one: so nobody is kept out by who opens thousands.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress, siteOf } from './address-site.ts';

/** 30 kB of memory each, if nothing has come on it. */
const MOST = 5_000;

/** @param most in all */
export function limitConnections(http: Pick<Server, 'on'>, most = MOST): void {
  /** By address, the oldest ones first. */
  const open = new Map<string, Set<Socket>>();
  let count = 0;
  const leave = (site: string, socket: Socket): void => {
    const own = open.get(site);
    if (!own?.delete(socket)) return;
    count--;
    if (own.size === 0) open.delete(site);
  };
  const endOne = (): void => {
    const [site, [oldest] = []] = [...open].reduce((most, each) => (each[1].size > most[1].size ? each : most), ['', new Set<Socket>()]);
    if (!oldest) return;
    leave(site, oldest);
    oldest.destroy();
  };
  http.on('connection', (socket: Socket) => {
    const site = siteOf(plainAddress(socket.remoteAddress ?? ''));
    open.set(site, (open.get(site) ?? new Set()).add(socket));
    count++;
    socket.once('close', () => leave(site, socket));
    if (count > most) endOne();
  });
}
