/**
 * What the sender of a request may do.
 */
import type { Privilege } from '../../access/index.ts';
import { EDITABLE_SCHEMA_METADATA } from '../../model/known-names.ts';
import type { Urn } from '../../model/urn.ts';
import type { WithSender } from '../sender.ts';
import { type AccessReader, mayDo } from './access.ts';

export interface EntityRights {
  /** May some value of the aspect be written, or the entity be deleted? @param column path of the one that the value is about */
  allows(change: { readonly aspect: string; readonly erases?: boolean; readonly column?: string }): boolean;
  has(anyOf: readonly Privilege[]): boolean;
}

/** The calls of one sender. */
export interface OwnRights {
  /** Has the sender one of these privileges? Also about one entity. */
  mayI(anyOf: readonly Privilege[], on?: string): Promise<boolean>;
  /** Does a policy that names the sender grant one of these privileges, on some entities at least? */
  mayISomewhere(anyOf: readonly Privilege[]): Promise<boolean>;
  /** What the sender may change of an entity; undefined for who may change everything. */
  rightsOver(urn: Urn): Promise<EntityRights | undefined>;
  /** @throws Refusal forbidden unless the sender has a privilege of each list */
  require(what: string, all: readonly (readonly Privilege[])[]): Promise<void>;
}

export function ownRights(access: AccessReader): WithSender<OwnRights> {
  return {
    mayI: ({ decided }, anyOf, on) => mayDo(access, decided, anyOf, on),
    require: async ({ decided, observer }, what, all) => {
      if (decided) await access.require(decided, what, all, observer.allowed);
    },
    mayISomewhere: async ({ decided }, anyOf) => !decided || (await access.rights(decided, [])).hasSomewhere(anyOf),
    rightsOver: async ({ decided }, urn) => {
      if (!decided) return undefined;
      const aspects = [urn.type.key, urn.type.aspects.get(EDITABLE_SCHEMA_METADATA)].filter((each) => each !== undefined);
      const rights = await access.rights(
        decided,
        aspects.map((aspect) => ({ urn, aspect, value: undefined, patch: undefined })),
      );
      const about = { urn: urn.text, type: urn.type.name, before: undefined, creates: false };
      return {
        allows: ({ aspect, erases = false, column }) => {
          const value = column === undefined ? {} : { editableSchemaFieldInfo: [{ fieldPath: column }] };
          return rights.allows({ ...about, aspect, erases, after: erases ? undefined : value });
        },
        has: (anyOf) => rights.has(anyOf, urn.text),
      };
    },
  };
}
