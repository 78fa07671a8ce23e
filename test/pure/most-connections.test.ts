/**
 * How many connections there are at most, and which of them end.
 */
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { limitConnections } from '../../src/most-connections.ts';

/** Opens connections by name, and notes which end. */
function opened(most: number) {
  const http = new EventEmitter();
  limitConnections(http as unknown as Pick<Server, 'on'>, most);
  const ended: string[] = [];
  const open = (remoteAddress: string, name: string): (() => void) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => void ended.push(name) });
    http.emit('connection', socket as unknown as Socket);
    return () => void socket.emit('close');
  };
  return { open, ended };
}

describe('Connections', () => {
  // SECURITY.md L14
  it('beyond a number end: the oldest one of the address that has the most', () => {
    const { open, ended } = opened(4);
    open('10.0.0.1', 'other');
    const close = open('2001:db8::1', 'first');
    open('2001:db8::2', 'second');
    open('2001:db8::3', 'third');
    expect(ended).to.deep.equal([]);
    open('10.0.0.2', 'new');
    expect(ended).to.deep.equal(['first']);
    close();
    open('2001:db8::4', 'fourth');
    expect(ended, 'one that has ended counts once').to.deep.equal(['first', 'second']);
  });
});
