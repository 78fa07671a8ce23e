/**
 * `change_tags`, `change_terms` and `change_domain`: which tags, glossary terms and domain assets have.
 */
import { z } from 'zod';
import { columnsOf, domainEdit, type EditTarget, type EntityView, tagEdit, termEdit, valueIn } from '../../../catalog/index.ts';
import { DOMAINS } from '../../../model/known-names.ts';
import { recordsIn, textIn, textsIn } from '../../../model/pick.ts';
import { asset, column, named } from '../schemas.ts';
import { type Tool, tool } from '../tool.ts';
import { also, changedSchema, linked, readNamed, targetsOf, writeBack } from './write-back.ts';

const MOST = 20;

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly noun: string;
  readonly type: string;
  readonly part: 'tags' | 'terms';
  readonly aspect: string;
  readonly key: string;
  readonly edit: typeof tagEdit;
}

function linkTool({ name, title, noun, type, part, aspect, key, edit }: Kind): Tool {
  const list = z.array(z.string().min(1).max(500)).max(MOST).default([]);
  return tool({
    name,
    title,
    description: `Adds ${noun}s to assets or columns, and removes them. Each ${noun} must exist: it is found by URN or by name. Answers all ${noun}s afterwards.`,
    input: {
      asset,
      column,
      add: list.describe(`URNs or names of ${noun}s`),
      remove: list.describe(`URNs or names of ${noun}s`),
      also,
    },
    output: changedSchema({ [part]: z.array(named).optional().describe('All of them, as they are now') }),
    writes: true,
    run: async (context, input) => {
      const targets = await targetsOf(context, input);
      const [add, remove] = [await linked(context, 'add', input.add, [type]), await linked(context, 'remove', input.remove, [type])];
      const show = (view: EntityView, { column: path }: EditTarget) => readNamed(context, present(view, path));
      return writeBack(context, targets, (target) => edit(target, { add, remove }), part, show);
    },
  });

  function present(view: EntityView, path: string | undefined): readonly string[] {
    if (path !== undefined) return columnsOf(view)?.find((each) => each.path === path)?.[part] ?? [];
    const value = valueIn(view, aspect);
    return recordsIn(value, part).flatMap((each) => textIn(each, key) ?? []);
  }
}

export const changeTags = linkTool({
  name: 'change_tags',
  title: 'Change tags',
  noun: 'tag',
  type: 'tag',
  part: 'tags',
  aspect: 'globalTags',
  key: 'tag',
  edit: tagEdit,
});

export const changeTerms = linkTool({
  name: 'change_terms',
  title: 'Change glossary terms',
  noun: 'glossary term',
  type: 'glossaryTerm',
  part: 'terms',
  aspect: 'glossaryTerms',
  key: 'urn',
  edit: termEdit,
});

export const changeDomain = tool({
  name: 'change_domain',
  title: 'Change the domain',
  description: 'Puts assets in a domain in place of another, or without "domain" in none. The domain must exist: it is found by URN or by name.',
  input: { asset, domain: z.string().min(1).max(500).optional(), also },
  output: changedSchema({ domains: z.array(named).optional() }),
  writes: true,
  run: async (context, input) => {
    const targets = (await targetsOf(context, input)).map(({ urn }) => ({ urn, column: undefined }));
    const [domain] = input.domain === undefined ? [] : await linked(context, 'domain', [input.domain], ['domain']);
    const show = (view: EntityView) => readNamed(context, textsIn(valueIn(view, DOMAINS), 'domains'));
    return writeBack(context, targets, ({ urn }) => domainEdit(urn.text, domain), 'domains', show);
  },
});
