/**
 * `change_tags`, `change_terms`, `change_domain`, and those of other parts of links: a tool for each part of the model.
 */
import { z } from 'zod';
import { columnLinks, type EditTarget, type EntityView, linkEdit, linksEdit, linksIn, valueIn } from '../../../catalog/index.ts';
import { StartError } from '../../../errors.ts';
import { textIn } from '../../../model/pick.ts';
import type { LinkPart } from '../../../model/types.ts';
import { asset, column, common, maxTokens, named } from '../schemas.ts';
import { type Tool, type ToolContext, tool } from '../tool.ts';
import { also, changedSchema, linked, readNamed, targetsOf, writeBack } from './write-back.ts';

const MOST = 20;
const name = z.string().min(1).max(500);

/** What the tools call something else than a part. */
const ARGUMENTS = Object.keys({ asset, column, also, maxTokens });
const ANSWERS = Object.keys({ ...changedSchema({}), ...common });

/** The tool that changes a part. @throws StartError for a part that is called as an argument or an answer of the tool */
export function linkTool(part: LinkPart): Tool {
  refuseTaken(part);
  return part.shape === 'link' ? toolOfOne(part) : toolOfMany(part);
}

function refuseTaken({ name: own, aspect, list, shape }: LinkPart): void {
  const taken = [...(shape === 'link' && ARGUMENTS.includes(own) ? [['name', own]] : []), ...(ANSWERS.includes(list) ? [['list', list]] : [])][0];
  if (!taken) return;
  const [field, word] = taken;
  throw new StartError(
    `The part ${own} of the aspect ${aspect} makes ${word} of the tool change_${own}, which means something else there: choose another ${field}`,
  );
}

function toolOfMany(part: LinkPart): Tool {
  const { noun, plural, list: answer } = part;
  const list = z.array(name).max(MOST).default([]).describe(`URNs or names of ${plural}`);
  return tool({
    name: `change_${part.name}`,
    title: `Change ${plural}`,
    description: `Adds ${plural} to assets${part.columns ? ' or columns' : ''}, and removes them. Each ${noun} must exist: it is found by URN or by name. Answers all ${plural} afterwards.`,
    input: { asset, ...(part.columns && { column }), add: list, remove: list, also },
    output: changedSchema({ [answer]: z.array(named).optional().describe('All of them, as they are now') }),
    writes: true,
    run: async (context, input) => {
      const targets = await targetsOf(context, { ...input, column: textIn(input, 'column') });
      const [add, remove] = [await linked(context, 'add', input.add, part.types), await linked(context, 'remove', input.remove, part.types)];
      const edit = (target: EditTarget) => linksEdit(context.catalog.model, target, part, { add, remove });
      return writeBack(context, targets, edit, answer, shown(context, part));
    },
  });
}

function toolOfOne(part: LinkPart): Tool {
  const { noun, list: answer } = part;
  return tool({
    name: `change_${part.name}`,
    title: `Change the ${noun}`,
    description: `Sets the ${noun} of assets in place of another, or without "${part.name}" to none. The ${noun} must exist: it is found by URN or by name.`,
    input: { asset, ...(part.columns && { column }), [part.name]: name.optional(), also },
    output: changedSchema({ [answer]: z.array(named).optional() }),
    writes: true,
    run: async (context, input) => {
      const found = await targetsOf(context, { ...input, column: textIn(input, 'column') });
      const targets = part.columns ? found : found.map(({ urn }) => ({ urn, column: undefined }));
      const wanted = textIn(input, part.name);
      const [urn] = wanted !== undefined ? await linked(context, part.name, [wanted], part.types) : [];
      return writeBack(context, targets, (target) => linkEdit(context.catalog.model, target, part, urn), answer, shown(context, part));
    },
  });
}

/** What reads the links back, with their names. */
function shown(context: ToolContext, part: LinkPart) {
  return (view: EntityView, { column: path }: EditTarget) =>
    readNamed(context, path !== undefined && part.columns === 'table' ? columnLinks(view, part, path) : linksIn(part, valueIn(view, part.aspect)));
}
