/**
 * Tables as warehouses have them: names and columns of words of which few are common and most are rare, 6 to 140 columns, some described.
 */
import { urns } from '../../support/make.ts';
import { SVC } from '../../support/names.ts';
import { makeRandom } from '../../support/random.ts';
import { type Row, rowOf } from './content.ts';

export interface Table {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  readonly columns: readonly { readonly name: string; readonly description: string | undefined }[];
  readonly platform: string;
  readonly owner: string;
}

const SYLLABLES = 'ac bal cor den fil gar hob ist jun kel lum mor nat oper pro qual rev sta tran usa vol war xen yar zon'.split(' ');
const WORDS = 3_000;
const PLATFORMS = ['hive', 'snowflake', 'postgres'];

export function tablesOf(count: number): Table[] {
  const random = makeRandom(14).next;
  /** Of 3,000 words the first ones come often, the last ones hardly ever. */
  const word = (): string => wordAt(Math.floor(WORDS ** random()) - 1);
  const words = (most: number): string[] => Array.from({ length: 1 + Math.floor(random() * most) }, word);
  return Array.from({ length: count }, (_, index) => {
    const platform = PLATFORMS[index % PLATFORMS.length] ?? '';
    const name = `db${index % 20}.schema_${index % 50}.${words(3).join('_')}_${index}`;
    const columns = Array.from({ length: 6 + Math.floor(random() * 135) }, (_, place) => ({
      name: `${words(3).join('_')}_${place}`,
      description: place % 3 === 0 ? words(10).join(' ') : undefined,
    }));
    return {
      urn: urns.dataset(`ceiling.${name}`, platform),
      name,
      description: words(20).join(' '),
      columns,
      platform,
      owner: urns.user(`owner${index % 200}`),
    };
  });
}

/** What is asked for: one or two words, common ones and rare ones. */
export const ASKED: readonly string[] = [
  wordAt(3),
  wordAt(40),
  wordAt(400),
  `${wordAt(5)} ${wordAt(60)}`,
  `${wordAt(100)} ${wordAt(20)}`,
  `${wordAt(30)} ${wordAt(300)}`,
];

/** Whole questions, of words as `ASKED` has them. */
export const QUESTIONS: readonly string[] = [
  `how many ${wordAt(20)} have a ${wordAt(60)} above the average ${wordAt(9)}?`,
  `which ${wordAt(100)} of ${wordAt(30)} was the last before ${wordAt(7)}?`,
  `list the ${wordAt(300)} and ${wordAt(12)} of all ${wordAt(45)}`,
];
/** Beginnings of words. */
export const BEGUN: readonly string[] = [wordAt(40).slice(0, 3), wordAt(400).slice(0, 5), wordAt(9).slice(0, 2)];

export function rowsOfTables(tables: readonly Table[]): Row[] {
  return tables.flatMap(({ urn, name, description, columns, platform, owner }) => [
    rowOf(urn, 'datasetProperties', { name: name.split('.').at(-1), qualifiedName: name, description }),
    rowOf(urn, 'ownership', { owners: [{ owner, type: 'DATAOWNER' }] }, [['OwnedBy', owner]]),
    rowOf(urn, 'schemaMetadata', {
      schemaName: name,
      platform: urns.platform(platform),
      version: 0,
      hash: '',
      platformSchema: { [`${SVC.package}.schema.OtherSchema`]: { rawSchema: '' } },
      fields: columns.map((column) => ({
        fieldPath: column.name,
        ...(column.description === undefined ? {} : { description: column.description }),
        nativeDataType: 'varchar(255)',
        type: { type: { [`${SVC.package}.schema.StringType`]: {} } },
      })),
    }),
  ]);
}

function wordAt(rank: number): string {
  let [text, left] = ['', rank + SYLLABLES.length];
  for (; left > 0; left = Math.floor(left / SYLLABLES.length)) text += SYLLABLES[left % SYLLABLES.length];
  return text;
}
