/**
 * `set_description`: writes the description that people see.
 */
import { z } from 'zod';
import { columnsOf, describeEdit, descriptionIn } from '../../../catalog/index.ts';
import { asset, column, common, maxTokens, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { targetOf, writeBack } from './write-back.ts';

const LONGEST = 50_000;

export const setDescription = tool({
  name: 'set_description',
  title: 'Describe',
  description: 'Writes the description of an asset or of a column. Replaces what a person wrote before; what a platform sent stays beneath it.',
  input: z.strictObject({ asset, column, description: z.string().max(LONGEST).describe('Markdown. Empty: removes what a person wrote.'), maxTokens }),
  output: z.object({
    asset: named.optional(),
    column: z.string().optional(),
    changed: z.boolean().optional(),
    description: z.string().optional().describe('As people see it now'),
    ...common,
  }),
  writes: true,
  run: async (context, input) => {
    const target = await targetOf(context, input);
    const { view, head } = await writeBack(context, target, describeEdit(target, input.description));
    const description = view && (target.column === undefined ? descriptionIn(view) : describedColumn(view, target.column));
    return { head, parts: [{ name: 'description', value: description }], none: description === undefined ? ['description'] : [] };
  },
});

function describedColumn(view: Parameters<typeof columnsOf>[0], path: string): string | undefined {
  return columnsOf(view)?.find((column) => column.path === path)?.description;
}
