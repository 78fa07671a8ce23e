/**
 * The privileges that an editor of policies offers.
 */
import { displayName, PLATFORM_PRIVILEGES, PRIVILEGES_OF_TYPE } from '../../../../catalog/index.ts';
import type { Model } from '../../../../model/types.ts';

/** What an editor of policies is built from. */
export function policiesConfig(model: Model): object {
  const shown = (privileges: readonly string[]): object[] => privileges.map((type) => ({ type, displayName: displayName(type), description: null }));
  return {
    enabled: true,
    platformPrivileges: shown(PLATFORM_PRIVILEGES),
    resourcePrivileges: [...PRIVILEGES_OF_TYPE].flatMap(([name, privileges]) => {
      const type = model.entityTypes.get(name);
      return type ? [{ resourceType: name, resourceTypeDisplayName: typeTitle(name), entityType: type.graphql, privileges: shown(privileges) }] : [];
    }),
  };
}

/** `glossaryTerm` is shown as "Glossary term". */
function typeTitle(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
