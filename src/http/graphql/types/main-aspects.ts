/**
 * The aspects of an entity type that say what its entities are: the one that clients call `properties`, and the one that people edit.
 */
import type { AspectSpec, EntityTypeSpec } from '../../../model/types.ts';

/** `datasetProperties`, `chartInfo`. */
export function mainAspect(type: EntityTypeSpec): AspectSpec | undefined {
  return aspectNamed(type, `${type.name}Properties`) ?? aspectNamed(type, `${type.name}Info`);
}

/** `editableDatasetProperties`, `corpUserEditableInfo`. */
export function editedAspect(type: EntityTypeSpec): AspectSpec | undefined {
  return aspectNamed(type, `editable${type.name}Properties`) ?? aspectNamed(type, `${type.name}EditableInfo`);
}

/** Case does not matter: `schemafieldInfo`, `corpUserInfo`. */
function aspectNamed(type: EntityTypeSpec, name: string): AspectSpec | undefined {
  return [...type.aspects.values()].find((aspect) => aspect.name.toLowerCase() === name.toLowerCase());
}
