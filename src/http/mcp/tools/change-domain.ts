/**
 * `change_domain`: put assets in a domain, or in none.
 */
import { z } from 'zod';
import { domainEdit, type EntityView } from '../../../catalog/index.ts';
import { DOMAINS } from '../../../model/known-names.ts';
import { textsIn } from '../../../model/pick.ts';
import { asset, common, maxTokens, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { also, changedSchema, linked, readNamed, targetsOf, writeBack } from './write-back.ts';

export const changeDomain = tool({
  name: 'change_domain',
  title: 'Change the domain',
  description: 'Puts assets in a domain in place of another, or without "domain" in none. The domain must exist: it is found by URN or by name.',
  input: z.strictObject({ asset, domain: z.string().min(1).max(500).optional(), also, maxTokens }),
  output: z.object({ ...changedSchema({ domains: z.array(named).optional() }), ...common }),
  writes: true,
  run: async (context, input) => {
    const targets = (await targetsOf(context, input)).map(({ urn }) => ({ urn, column: undefined }));
    const [domain] = input.domain === undefined ? [] : await linked(context, 'domain', [input.domain], ['domain']);
    const show = ({ aspects }: EntityView) =>
      readNamed(context, textsIn(aspects.find(({ aspect }) => aspect.name === DOMAINS)?.state.value.json, 'domains'));
    return writeBack(context, targets, ({ urn }) => domainEdit(urn.text, domain), 'domains', show);
  },
});
