/**
 * The entities of a new server (docs/data-model.md 1.5): those of `seed.yaml`, and an entityType entity for each type of the model.
 */
import { StartError } from '../errors.ts';
import { readYaml } from './files.ts';
import { fillNames, type Names } from './names.ts';
import { isRecord } from './path.ts';
import type { EntityTypeSpec, Seed } from './types.ts';

export function readSeeds(names: Names, file: string, entityTypes: ReadonlyMap<string, EntityTypeSpec>): Seed[] {
  const listed = readYaml(file);
  if (!Array.isArray(listed)) throw new StartError(`${file}: expected a list`);
  const seeds = listed.map((entry: unknown, index): Seed => {
    if (
      !isRecord(entry) ||
      typeof entry.type !== 'string' ||
      typeof entry.aspect !== 'string' ||
      !isRecord(entry.value) ||
      !entityTypes.has(entry.type)
    ) {
      throw new StartError(`${file} at /${index}: expected type, id, aspect and value`);
    }
    return seed(names, entry.type, String(entry.id), entry.aspect, entry.value);
  });
  for (const type of entityTypes.values()) {
    seeds.push(
      seed(names, 'entityType', `{ns}.${type.name}`, 'entityTypeInfo', {
        qualifiedName: `{ns}.${type.name}`,
        displayName: type.name,
        description: type.description,
      }),
    );
  }
  return seeds;
}

function seed(names: Names, type: string, id: string, aspect: string, value: Record<string, unknown>): Seed {
  const filled: unknown = JSON.parse(fillNames(names, JSON.stringify({ urn: `{urn}:${type}:${id}`, value })));
  return { aspect, ...(filled as { urn: string; value: Record<string, unknown> }) };
}
