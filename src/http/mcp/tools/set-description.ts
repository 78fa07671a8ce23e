/**
 * `set_description`: writes the description that people see.
 */
import { z } from 'zod';
import { columnsOf, describeEdit, descriptionIn, type EditTarget, type EntityView } from '../../../catalog/index.ts';
import { asset, column } from '../schemas.ts';
import { type ToolContext, tool } from '../tool.ts';
import { changedSchema, targetsOf, writeBack } from './write-back.ts';

const LONGEST = 50_000;

export const setDescription = tool({
  name: 'set_description',
  title: 'Describe',
  description: 'Writes the description of an asset or of a column. Replaces what a person wrote before; what a platform sent stays beneath it.',
  input: {
    asset,
    column,
    description: z.string().max(LONGEST).describe('Markdown. Empty: removes what a person wrote.'),
    append: z.boolean().default(false).describe('Adds to the description that there is'),
  },
  output: changedSchema({ description: z.string().optional().describe('As people see it now') }),
  writes: true,
  adds: true,
  run: async (context, input) => {
    const targets = await targetsOf(context, { ...input, also: [] });
    const before = input.append && targets[0] ? await present(context, targets[0]) : '';
    const show = async (view: EntityView, target: EditTarget) => shown(view, target);
    return writeBack(context, targets, (target) => describeEdit(target, `${before ?? ''}${input.description}`), 'description', show);
  },
});

async function present({ catalog }: ToolContext, target: EditTarget): Promise<string | undefined> {
  const [view] = await catalog.read([target.urn], undefined);
  return view && shown(view, target);
}

function shown(view: EntityView, { column: path }: EditTarget): string | undefined {
  return path === undefined ? descriptionIn(view) : columnsOf(view)?.find((each) => each.path === path)?.description;
}
