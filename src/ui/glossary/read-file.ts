/**
 * Reads a file of a glossary, whatever its format is. The libraries for YAML and RDF are loaded with the first file that needs them.
 */
import type { FileEntries, KnownEntry } from './entries.ts';
import { entriesOfCsv } from './from-csv.ts';
import { entriesOfSkos, type Statement } from './from-skos.ts';
import { entriesOfYaml } from './from-yaml.ts';

export type Format = 'csv' | 'yaml' | 'turtle' | 'rdfxml';

/** The ends of names that the dialog takes. */
export const ENDINGS = ['.csv', '.yml', '.yaml', '.ttl', '.nt', '.n3', '.rdf', '.xml', '.owl', '.skos'];

/** The format of a file, by what it says, and if that does not tell by its name. */
export function formatOf(name: string, text: string): Format {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (/^<\?xml|^<rdf:RDF|^<!DOCTYPE/i.test(start)) return 'rdfxml';
  const end = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  if (['.ttl', '.nt', '.n3'].includes(end) || /^@prefix|^@base|^PREFIX\s/im.test(start)) return 'turtle';
  if (['.yml', '.yaml'].includes(end)) return 'yaml';
  return end === '.csv' ? 'csv' : /^(version|nodes|terms)\s*:/m.test(start) ? 'yaml' : 'csv';
}

/** URIs that the file leaves relative are of no use to anybody else. */
const BASE = 'https://glossary.invalid/';

/**
 * @param known all that the catalog has
 * @param prefix the beginning of URNs
 * @throws Error saying what is wrong with the file as a whole
 */
export async function readEntries(name: string, text: string, known: readonly KnownEntry[], prefix: string): Promise<FileEntries> {
  switch (formatOf(name, text)) {
    case 'csv':
      return entriesOfCsv(text, known, prefix);
    case 'yaml':
      return entriesOfYaml(await parsedYaml(text), prefix);
    case 'turtle':
      return entriesOfSkos(await statementsOfTurtle(text), prefix);
    case 'rdfxml':
      return entriesOfSkos(await statementsOfXml(text), prefix);
  }
}

const inWords = (format: string, error: unknown): Error =>
  new Error(`The file is no ${format}: ${error instanceof Error ? error.message : String(error)}`);

async function parsedYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (error) {
    throw inWords('YAML', error);
  }
}

async function statementsOfTurtle(text: string): Promise<Statement[]> {
  const { Parser } = await import('n3');
  try {
    return new Parser({ baseIRI: BASE }).parse(text);
  } catch (error) {
    throw inWords('Turtle', error);
  }
}

async function statementsOfXml(text: string): Promise<Statement[]> {
  // The parser says nothing about a file that was cut off.
  if (!/<\/([\w-]+:)?RDF\s*>/.test(text)) throw inWords('RDF/XML', new Error('it does not end with </rdf:RDF>'));
  const { RdfXmlParser } = await import('rdfxml-streaming-parser');
  const parser = new RdfXmlParser({ baseIRI: BASE });
  const statements: Statement[] = [];
  return new Promise((resolve, reject) => {
    parser.on('data', (statement: Statement) => statements.push(statement));
    parser.on('error', (error: unknown) => reject(inWords('RDF/XML', error)));
    parser.on('end', () => resolve(statements));
    parser.write(text);
    parser.end();
  });
}
