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

/** The arguments of a tool do not fit its schema. */
export function badToolInput(tool: string, details: readonly Detail[]): Refusal {
  const list = details.map(({ pointer, expected }) => `${pointer || '/'}: ${expected}`).join('; ');
  return new Refusal('bad-tool-input', `The arguments of ${tool} do not fit its schema: ${list}`, { details });
}

export function unknownTool(name: string, known: readonly string[]): Refusal {
  return new Refusal('bad-tool-input', `No tool ${name}: expected one of ${known.join(', ')}`, {
    details: [{ pointer: '/name', expected: `one of ${known.join(', ')}`, got: name }],
  });
}

/** More messages in one request than are answered at a time. */
export function tooManyMessages(most: number, count: number): Refusal {
  return new Refusal('too-many-items', `The body: expected at most ${most} messages, got ${count}`, {
    details: [{ pointer: '/', expected: `at most ${most} messages`, got: count }],
  });
}
