/**
 * Answers the requests of each connection one after the other. What a client sends before it has read the last answer stays in its socket, so
 * that it costs no memory and no work. What is left of a body that nobody reads is thrown away within limits, then the connection ends.
 *
 * Node reads up to 64 kB of a connection at once, and begins every request in it. So it gets them here in pieces that each end with a head or a
 * body.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress, siteOf } from './address-site.ts';
import { type FairTurns, makeFairTurns } from './fair-turns.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A client that hears the answer stops sending; others get this much time and are read so far, ms and bytes. Clients cut their batches at 15 MiB. */
const LEFT_MS = 30_000;
const LEFT_BYTES = 16 * 1024 * 1024;
/** An answer, or a stream with its beats, of which nobody takes anything for so long is given up, ms. */
const UNREAD_MS = 60_000;
/** Bytes of a piece whose end is not known, such as a part of a chunked body. */
const PIECE = 4_096;
/** Who sends more than so many pieces in a row of less than so many bytes, without ending a request, is read at most every so many ms. */
const [MOST_SMALL, SMALL, SMALL_APART_MS] = [16, 256, 250];
const NOTHING = Buffer.alloc(0);
const END_OF_HEAD = '\r\n\r\n';
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  over: boolean;
}

interface ConnectionLine {
  take(request: IncomingMessage, response: ServerResponse): void;
  /** Answers the first request that waits, if none is being answered. */
  begin(): void;
}

/** @returns begins to answer. Until then requests wait */
export function inTurn(http: Server): (answer: RequestListener) => void {
  const lines = new Map<Socket, ConnectionLine>();
  let answer: RequestListener | undefined;
  const parts = { answer: () => answer, turns: makeFairTurns() };
  http.on('connection', (socket) => {
    lines.set(socket, makeLine(socket, parts));
    socket.once('close', () => lines.delete(socket));
  });
  const take = (request: IncomingMessage, response: ServerResponse): void => lines.get(request.socket)?.take(request, response);
  http.on('request', take);
  // Whoever reads the body asks for it. Of any other expectation nothing is lost if it is not met.
  http.on('checkContinue', take);
  http.on('checkExpectation', take);
  return (own) => {
    answer = own;
    for (const line of lines.values()) line.begin();
  };
}

interface LineParts {
  answer(): RequestListener | undefined;
  readonly turns: FairTurns;
}

function makeLine(socket: Socket, { answer: answerOf, turns }: LineParts): ConnectionLine {
  const parse = takeReader(socket);
  const address = siteOf(plainAddress(socket.remoteAddress ?? ''));
  const waiting: Turn[] = [];
  let present: Turn | undefined;
  /** The latest request. */
  let last: Turn | undefined;
  /** What has come and is not parsed yet. */
  let rest: Buffer = NOTHING;
  /** Does what comes next wait for its turn of the event loop? */
  let held = false;
  /** May the next request begin? */
  let granted = false;
  const drops = makeDrops(socket);
  const cut = makeCutter();

  /** Parses on until the next request would begin before its turn, or who reads the body wants no more. */
  const read = (): void => {
    // Who reads nothing of it any more would pause the connection.
    if (leave.hasBegun()) rest = NOTHING;
    if (drops.rest()) return void socket.pause();
    while (rest.length > 0 && !socket.destroyed && !socket.isPaused()) {
      if (held || (last && !last.over && last.request.complete)) return void socket.pause();
      if (!last || last.request.complete) {
        granted ||= turns.mayBegin(address);
        if (!granted) {
          wait();
          return void socket.pause();
        }
      }
      const piece = cut.next(rest, last && !last.request.complete);
      rest = rest.subarray(piece.length);
      parse(piece);
    }
  };
  const wait = (): void => {
    held = true;
    turns.later(address, goOn);
  };
  const goOn = (): void => {
    held = false;
    granted = true;
    begin();
    if (!present && !socket.destroyed) socket.resume();
  };
  const begin = (): void => {
    const answer = answerOf();
    if (present || held || !answer || socket.destroyed) return;
    present = waiting.shift();
    if (!present) return;
    const turn = present;
    turn.response.once('close', () => {
      turn.over = true;
      present = undefined;
      // Otherwise all that a client has sent at once would be answered before anybody else.
      if (waiting.length === 0 && rest.length === 0) return;
      wait();
    });
    void answer(turn.request, turn.response).then(() => {
      if (!turn.over) socket.setTimeout(UNREAD_MS);
    });
  };
  const leave = leaving(socket, () => last !== undefined && !last.request.complete);
  socket.on('data', (chunk: Buffer) => {
    if (leave.has(chunk.length)) return;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    read();
    drops.came(chunk.length);
  });
  socket.on('resume', read);
  return {
    begin,
    take(request, response) {
      last = { request, response, over: false };
      granted = false;
      drops.ended();
      cut.began(request);
      waiting.push(last);
      begin();
    },
  };
}

/**
 * Parses now and then what comes on a connection byte by byte. 500 of them, with a byte every 20 ms
 * each, took a core.
 */
function makeDrops(socket: Socket): { rest(): boolean; came(bytes: number): void; ended(): void } {
  let small = 0;
  let resting = false;
  return {
    rest: () => resting,
    came(bytes) {
      small = bytes < SMALL ? small + 1 : 0;
      if (small <= MOST_SMALL || resting) return;
      resting = true;
      socket.pause();
      setTimeout(() => {
        if (socket.destroyed) return;
        // All that has come meanwhile, as one piece.
        socket.read();
        resting = false;
        socket.resume();
      }, SMALL_APART_MS).unref();
    },
    ended() {
      small = 0;
    },
  };
}

/** Takes the place of Node's own reader of a connection. */
function takeReader(socket: Socket): (chunk: Buffer) => void {
  const readers = socket.listeners('data');
  socket.removeAllListeners('data');
  return (chunk) => {
    for (const reader of readers) reader(chunk);
  };
}

/** Cuts what has come so that a piece ends where a request may begin. If it does not know where, a piece is small. */
function makeCutter() {
  /** How much of a body is to come; undefined if that is not known. */
  let toCome: number | undefined;
  /** The end of the piece before, if it was a part of a head. */
  let tail: Buffer = NOTHING;
  let exact = false;
  const ofBody = (rest: Buffer): Buffer => {
    const piece = rest.subarray(0, toCome ?? PIECE);
    if (toCome !== undefined) toCome -= piece.length;
    exact = false;
    tail = NOTHING;
    return piece;
  };
  const ofHead = (rest: Buffer): Buffer => {
    const blank = blanksIn(rest);
    const seam = Buffer.concat([tail, rest.subarray(0, 3)]).indexOf(END_OF_HEAD);
    const end = seam >= 0 ? seam + END_OF_HEAD.length - tail.length : rest.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
    exact = end >= END_OF_HEAD.length || seam >= 0;
    if (tail.length === 0 && blank > 0) return rest.subarray(0, blank);
    const piece = exact ? rest.subarray(0, end) : rest;
    tail = exact ? NOTHING : Buffer.concat([tail, piece.subarray(-3)]).subarray(-3);
    return piece;
  };
  return {
    next: (rest: Buffer, inBody = false): Buffer => (inBody && toCome !== 0 ? ofBody(rest) : ofHead(rest)),
    /** A request has begun: the piece was its head, or had its head somewhere. */
    began({ headers }: IncomingMessage): void {
      const length = Number(headers['content-length']);
      toCome = exact && headers['transfer-encoding'] === undefined && Number.isSafeInteger(length) ? length : undefined;
    },
  };
}

/** How many line ends come before a head: they may be many, and mean nothing. */
function blanksIn(rest: Buffer): number {
  let at = 0;
  while (rest[at] === CARRIAGE_RETURN || rest[at] === LINE_FEED) at++;
  return at;
}

/**
 * Ends a connection gently on which a client still sends a body that nobody reads: if it were cut at once, the client would not hear the answer.
 *
 * @param left is there such a body?
 * @returns counts what has come since then, and throws it away; false before
 */
function leaving(socket: Socket, left: () => boolean): { hasBegun(): boolean; has(bytes: number): boolean } {
  const end = socket.destroySoon.bind(socket);
  let thrown: number | undefined;
  socket.destroySoon = () => {
    if (!left() || thrown !== undefined) return end();
    thrown = 0;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LEFT_MS).unref();
    socket.once('close', () => clearTimeout(timer));
    socket.resume();
  };
  return {
    hasBegun: () => thrown !== undefined,
    has(bytes) {
      if (thrown === undefined) return false;
      thrown += bytes;
      if (thrown > LEFT_BYTES) socket.destroy();
      return true;
    },
  };
}
