/**
 * `who_am_i`: who asks, and what they may do here.
 */
import { z } from 'zod';
import { descriptionIn, named as namedView, readNamed as readViews, valueIn } from '../../../catalog/index.ts';
import { textIn, textsIn } from '../../../model/pick.ts';
import { named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNamed } from './write-back.ts';

/** The aspects that name groups of a user, with their fields. */
const MEMBERSHIPS = { groupMembership: 'groups', nativeGroupMembership: 'nativeGroups' };

export const whoAmI = tool({
  name: 'who_am_i',
  title: 'Who am I',
  description: 'Tells who asks: name, groups, whether tools may write, and whether the whole catalog is seen.',
  input: {},
  output: {
    user: named.extend({ email: z.string().optional(), title: z.string().optional(), about: z.string().optional() }).optional(),
    groups: z.array(named).optional(),
    mayWrite: z.boolean().optional(),
    sees: z.enum(['all', 'part']).optional(),
  },
  run: async (context) => {
    const { catalog, actor, mayWrite } = context;
    const view = (await readViews(catalog, [actor], ['corpUserInfo', 'corpUserEditableInfo', ...Object.keys(MEMBERSHIPS)])).get(actor);
    const value = (name: string): unknown => valueIn(view, name);
    const text = (field: string) => textIn(value('corpUserEditableInfo'), field) ?? textIn(value('corpUserInfo'), field);
    const { name, type } = view ? namedView(view) : { name: actor, type: 'corpuser' };
    const [email, title, about] = [text('email'), text('title'), view && descriptionIn(view)];
    const groups = Object.entries(MEMBERSHIPS).flatMap(([aspect, field]) => textsIn(value(aspect), field));
    return {
      head: {
        user: { urn: actor, name, type, ...(email && { email }), ...(title && { title }), ...(about && { about }) },
        mayWrite,
        sees: catalog.partial ? 'part' : 'all',
      },
      parts: [{ name: 'groups', value: await readNamed(context, groups) }],
      none: view?.exists && groups.length === 0 ? ['groups'] : [],
      notKnown: view?.exists ? [] : ['user'],
    };
  },
});
