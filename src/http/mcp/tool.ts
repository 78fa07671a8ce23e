/**
 * What a tool is: its schemas, and the function that answers.
 */
import { z } from 'zod';
import type { Catalog, IndexState, WriteResult } from '../../catalog/index.ts';
import type { Draft } from './fit.ts';
import { common, maxTokens } from './schemas.ts';

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
  /** What the searches of the request have seen of the index; absent if nothing was searched. */
  readonly indexState: () => IndexState | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly writes?: boolean;
  /** Does another call with the same arguments change more? Absent: it changes nothing. */
  readonly adds?: boolean;
  readonly run: (context: ToolContext, input: Record<string, unknown>) => Promise<Draft>;
}

type Shape = z.ZodRawShape;
type Arguments<Input extends Shape> = z.output<z.ZodObject<Input & { maxTokens: typeof maxTokens }>>;

interface Spec<Input extends Shape> extends Omit<Tool, 'input' | 'output' | 'run'> {
  /** Its arguments. Each tool also takes `maxTokens`. */
  readonly input: Input;
  /** The parts of its answer. Each answer may also have those of `common`. */
  readonly output: Shape;
  readonly run: (context: ToolContext, input: Arguments<Input>) => Promise<Draft>;
}

/** A tool that may be in a list with others: it gets arguments that its own schema has accepted. */
export function tool<Input extends Shape>({ input, output, run, ...spec }: Spec<Input>): Tool {
  return {
    ...spec,
    input: z.strictObject({ ...input, maxTokens }),
    output: z.object({ ...output, ...common }),
    run: (context, args) => run(context, args as Arguments<Input>),
  };
}
