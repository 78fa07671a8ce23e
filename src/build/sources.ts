/**
 * Makes the forms of sources (`openapi/sources/`) into constants for the pages, after it has checked them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const FOLDER = path.join(import.meta.dirname, '../../openapi/sources');

const field = z.strictObject({
  at: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'secret', 'check', 'list', 'choice']).default('text'),
  required: z.boolean().default(false),
  like: z.string().optional(),
  hint: z.string().optional(),
  options: z.array(z.tuple([z.string(), z.string()])).optional(),
  of: z.string().optional(),
  start: z.union([z.string(), z.boolean()]).optional(),
});

const form = z.strictObject({
  title: z.string(),
  type: z.string(),
  rank: z.number(),
  about: z.string(),
  fields: z.array(field).default([]),
  config: z.record(z.string(), z.unknown()).default({}),
  sends: z.string().optional(),
});

/**
 * TypeScript with the forms, in their order.
 *
 * @throws Error naming the file that has a mistake
 */
export function sourceForms(): string {
  const forms = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const { data, error } = form.safeParse(parse(readFileSync(path.join(FOLDER, name), 'utf8')));
      if (!data) throw new Error(`openapi/sources/${name}: ${error.message}`);
      return data;
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ rank: _, ...rest }) => rest);
  return `${HEAD}\nexport const SOURCE_FORMS: readonly SourceForm[] = ${JSON.stringify(forms, undefined, 2)};\n`;
}

const HEAD = `// Made by src/build/sources.ts from openapi/sources/.

/** A question of the form of a source. */
export interface SourceField {
  /** Where the answer goes in \`source.config\`, with a slash between two keys. */
  readonly at: string;
  readonly label: string;
  readonly kind: 'text' | 'secret' | 'check' | 'list' | 'choice';
  readonly required: boolean;
  readonly like?: string;
  readonly hint?: string;
  readonly options?: readonly (readonly [id: string, title: string])[];
  /** Each item of the list becomes a map with this one key. */
  readonly of?: string;
  readonly start?: string | boolean;
}

export interface SourceForm {
  readonly title: string;
  /** \`source.type\` of the recipe. */
  readonly type: string;
  readonly about: string;
  readonly fields: readonly SourceField[];
  readonly config: Readonly<Record<string, unknown>>;
  /** How a source that has no recipe sends by itself, in Markdown. */
  readonly sends?: string;
}
`;
