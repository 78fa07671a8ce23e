/**
 * The form of every refusal of the legacy API (docs/semantics.md 1.1).
 */
import { expect } from 'chai';
import type { Answer } from './client.ts';
import { type Names, SVC } from './names.ts';

/** A code of docs/errors.md. */
export const CODE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

interface Refused {
  exceptionClass: string;
  message: string;
  status: number;
  code: string;
  stackTrace?: string;
  details?: { pointer: string; expected: string; got?: unknown }[];
}

/** @param names what the message or a pointer in its details must contain */
export function expectRefusal(answer: Answer, statuses: number | readonly number[], mention: string | RegExp, names: Names = SVC): Refused {
  const body = answer.body as Refused;
  expect([statuses].flat(), answer.text).to.include(answer.status);
  expect(answer.headers.get('content-type'), answer.text).to.match(/^application\/json/);
  expect(answer.headers.get(names.errorHeader)).to.equal('true');
  expect(body.exceptionClass).to.equal(names.exceptionClass);
  expect(body.status).to.equal(answer.status);
  expect(body.code, answer.text).to.match(CODE);
  expect(body.message)
    .to.be.a('string')
    .and.not.match(/\n\s+at /);
  expect(body).not.to.have.property('stackTrace');
  const said = `${body.message}\n${(body.details ?? []).map(({ pointer }) => pointer).join('\n')}`;
  if (typeof mention === 'string') expect(said.toLowerCase()).to.include(mention.toLowerCase());
  else expect(said).to.match(mention);
  return body;
}
