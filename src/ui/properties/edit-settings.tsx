import { stampNow } from '../api/edit.ts';
import { FLAGS, type Flag } from '../api/properties.ts';
import type { Editing } from '../edit/use-editing.ts';
import { FlagFields } from './flag-fields.tsx';

const ALL = Object.keys(FLAGS) as Flag[];
const flagsIn = (value: Readonly<Record<string, unknown>> | undefined): ReadonlySet<Flag> => new Set(ALL.filter((flag) => value?.[flag] === true));

/** Edits where a property is shown. */
export const editSettings: Editing<ReadonlySet<Flag>> = {
  title: 'Where it is shown',
  aspect: 'structuredPropertySettings',
  read: flagsIn,
  change: async (now, form) => ({
    value: { ...now, ...Object.fromEntries(ALL.map((flag) => [flag, form.has(flag)])), lastModified: await stampNow() },
  }),
  Form: ({ form, set }) => <FlagFields flags={form} onChange={set} />,
  Show: ({ value }) => <p>{[...flagsIn(value)].map((flag) => FLAGS[flag]).join('; ') || 'Only on the pages of entities'}</p>,
};
