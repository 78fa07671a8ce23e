/**
 * Refusals of what agents ask for (docs/agents.md).
 */
import { type Detail, Refusal } from './refusal.ts';

/** A person's description of an entity whose type has none. */
export function noDescription(type: string): Refusal {
  return new Refusal('nothing-to-describe', `Entities of type ${type} have no description that can be written`, {
    details: [{ pointer: '/asset', expected: 'an asset whose type has a description', got: type }],
  });
}

/** An edit of a column of an entity that has none. */
export function noEditOfColumns(type: string): Refusal {
  return new Refusal('nothing-to-describe', `Entities of type ${type} have no columns that can be described: leave out column`, {
    details: [{ pointer: '/column', expected: 'no column', got: type }],
  });
}

/** An edit of what columns do not have: the asset has it. @param plural what it is called: `domains` */
export function noPartOfColumns(plural: string, column: string): Refusal {
  return new Refusal('nothing-to-describe', `Columns have no ${plural} of their own: leave out column`, {
    details: [{ pointer: '/column', expected: 'no column', got: column }],
  });
}

/** The arguments of a tool do not fit its schema. */
export function badToolInput(tool: string, details: readonly Detail[]): Refusal {
  const list = details.map(({ pointer, expected }) => `${pointer || '/'}: ${expected}`).join('; ');
  return new Refusal('bad-tool-input', `The arguments of ${tool} do not fit its schema: ${list}`, { details });
}

export function unknownTool(name: string, known: readonly string[]): Refusal {
  return new Refusal('bad-tool-input', `No tool ${name}: expected one of ${known.join(', ')}`, {
    details: [{ pointer: '/params/name', expected: `one of ${known.join(', ')}`, got: name }],
  });
}

/** More messages in one request than are answered at a time. */
export function tooManyMessages(most: number, count: number): Refusal {
  return new Refusal('too-many-items', `The body: expected at most ${most} messages, got ${count}`, {
    details: [{ pointer: '/', expected: `at most ${most} messages`, got: count }],
  });
}

/** A stream, or its end, without the name of a session. */
export function noSession(): Refusal {
  return new Refusal('bad-header', 'Mcp-Session-Id: expected the session that the answer to initialize has named', {
    details: [{ pointer: 'Mcp-Session-Id', expected: 'the session that the answer to initialize has named' }],
  });
}

export function noSuchSession(): Refusal {
  return new Refusal('no-such-session', 'This session has ended, or there never was one: send initialize again');
}

/** More subscriptions than one session may have. */
export function tooManyFollowed(most: number): Refusal {
  return new Refusal('too-many-items', `Expected at most ${most} subscriptions`, {
    details: [{ pointer: '/params', expected: `at most ${most} subscriptions` }],
  });
}
