/**
 * What a tool is: its schemas, and the function that answers.
 */
import type { z } from 'zod';
import type { Catalog, WriteResult } from '../../catalog/index.ts';
import type { Draft } from './fit.ts';

export interface ToolContext {
  readonly catalog: Catalog;
  /** URN of the user who asks. */
  readonly actor: string;
  /** May tools write? Policies judge each write. */
  readonly mayWrite: boolean;
  /** Conditional headers of the request. */
  readonly conditions: Readonly<Record<string, string>>;
  /** Adds the warnings of a write, and answers them. */
  readonly wrote: (result: WriteResult) => void;
}

type Arguments = z.ZodObject;

export interface Tool<Input extends Arguments = Arguments> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly writes: boolean;
  /** Does another call with the same arguments change more? Absent: it changes nothing. */
  readonly adds?: boolean;
  readonly run: (context: ToolContext, input: z.output<Input>) => Promise<Draft>;
}

/** A tool that may be in a list with others: it gets arguments that its own schema has accepted. */
export function tool<Input extends Arguments>(spec: Tool<Input>): Tool {
  return { ...spec, run: (context, input) => spec.run(context, input as z.output<Input>) };
}
