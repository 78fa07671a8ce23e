/**
 * Stores samples of evidence documents, beside the cursors. The server that writes the index takes them (evidence/sample.ts), and every server
 * ranks by the one that the cursor of the collection names: so all rank alike, also after a restart.
 */
import { asked, type Clients, type SearchEngine, unlessMissing } from './client.ts';
import { exported } from './export.ts';
import { linesOf } from './import-lines.ts';
import { MAY_BE_MISSING } from './multi.ts';
import type { Sample } from './view.ts';

const COLLECTION = 'cairn-samples';

/** Most characters of a piece. */
const MOST_CHARACTERS = 500_000;

/** Stores a sample. @param lines its documents, a line of JSON each @returns the number of its parts */
export async function writeSample(engine: SearchEngine, take: number, lines: AsyncIterable<string>): Promise<number> {
  await dropSamples(engine, `take:>=${take}`);
  let parts = 0;
  let some: string[] = [];
  let characters = 0;
  const write = async (): Promise<void> => {
    await writePart(engine, JSON.stringify({ id: `${take}-${parts}`, take, text: some.join('\n') }));
    parts++;
    [some, characters] = [[], 0];
  };
  for await (const line of lines) {
    some.push(line);
    characters += line.length;
    if (characters > MOST_CHARACTERS) await write();
  }
  if (some.length > 0) await write();
  return parts;
}

async function writePart(engine: SearchEngine, line: string): Promise<void> {
  const write = ({ importer }: Clients) => importer.collections(COLLECTION).documents().import(line, { action: 'upsert' });
  let answer = await unlessMissing(engine, 'write', write);
  if (answer === undefined) {
    const fields = [
      { name: 'take', type: 'int64' },
      { name: 'text', type: 'string', index: false, optional: true },
    ];
    const create = ({ writer }: Clients) => writer.collections().create({ name: COLLECTION, fields } as never);
    // Another server may have made it meanwhile; if it is missing, the import says so.
    await asked(engine, 'write', create).catch(() => undefined);
    answer = await asked(engine, 'write', write);
  }
  const [outcome] = linesOf(answer, 1);
  if (!outcome?.success) throw new Error(`Typesense refuses a sample: ${outcome?.error}`);
}

/** Removes all samples before this one. */
export function dropSamplesBefore(engine: SearchEngine, take: number): Promise<void> {
  return dropSamples(engine, `take:<${take}`);
}

async function dropSamples(engine: SearchEngine, filter: string): Promise<void> {
  await unlessMissing(engine, 'write', ({ importer }) => importer.collections(COLLECTION).documents().delete({ filter_by: filter }));
}

/** The lines of a sample. @throws Error if some are missing, for example because it was removed meanwhile */
export async function* sampleLines(engine: SearchEngine, { take, parts }: Sample): AsyncGenerator<string> {
  if (parts === 0) return;
  let read = 0;
  for await (const { text } of exported(engine, `take:=${take}`, 'text', COLLECTION)) {
    read++;
    yield* String(text).split('\n');
  }
  if (read !== parts) throw new Error(`sample ${take} has ${read} of ${parts} parts`);
}

/** The search that counts the parts of a sample. */
export function partsOf({ take }: Sample) {
  return { collection: COLLECTION, [MAY_BE_MISSING]: true, q: '*', filter_by: `take:=${take}`, per_page: 0 };
}
