/**
 * Reports the writes of one request: which entity, and with what outcome. Never a value.
 */
import { Refusal } from '../../errors.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { Credential } from '../access/makers.ts';
import type { WriteRequest, WriteResult } from './write.ts';

export interface WriteObserver {
  /** `outcome`: that of a `ProposalResult`, or `refused`, or `failed` if an engine did not answer. */
  wrote(urn: string, outcome: string): void;
  /** The request has made this commit of the log, or found it the newest. */
  committed(seq: number): void;
  /** A policy has allowed something: its URN. */
  readonly allowed?: (policy: string) => void;
  /** By what the sender has come in. */
  readonly credential?: Credential;
  /** Where a write does not say it itself: does the answer wait until search shows it? */
  readonly untilSearchable?: boolean;
}

type Write = (request: WriteRequest) => Promise<WriteResult>;

/** Writes, and reports each write to `observer`. */
export async function observedWrite(write: Write, observer: WriteObserver, request: WriteRequest): Promise<WriteResult> {
  const sentUrn = (index: number): string => String(request.proposals[index]?.entityUrn ?? 'unknown');
  try {
    const result = await write(request);
    const slices = makeSlices();
    for (const [index, item] of result.items.entries()) {
      await yieldIfDue(slices);
      if ('refusal' in item) observer.wrote(sentUrn(index), 'refused');
      else for (const { urn, outcome } of item.written) observer.wrote(urn.text, outcome);
    }
    if (result.seq !== undefined) observer.committed(result.seq);
    return result;
  } catch (error) {
    for (const index of request.proposals.keys()) observer.wrote(sentUrn(index), endedBy(error));
    throw error;
  }
}

/** Reports a call that changes one entity without writing an aspect. */
export async function observed<Result>(observer: WriteObserver, urn: string, call: Promise<Result>): Promise<Result> {
  try {
    const result = await call;
    observer.wrote(urn, 'changed');
    return result;
  } catch (error) {
    observer.wrote(urn, endedBy(error));
    throw error;
  }
}

function endedBy(error: unknown): string {
  return error instanceof Refusal && error.status < 500 ? 'refused' : 'failed';
}
