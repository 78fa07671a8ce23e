/**
 * The list of codes as Markdown, by status, for docs/errors.md.
 */
import { CODES, type Code } from './codes.ts';
import { Refusal } from './refusal.ts';

/** A heading for each status, and below it the codes: first those that say everything, then the others with their meanings. */
export function codesPage(): string {
  const groups = new Map<string, { plain: string[]; explained: string[] }>();
  for (const [code, row] of Object.entries(CODES)) {
    const { status, rpcStatus, graphql } = new Refusal(code as Code, '');
    const heading = `## ${status}${rpcStatus === status ? '' : `, legacy ${rpcStatus}`} (${graphql.code} ${graphql.type})`;
    const group = groups.get(heading) ?? { plain: [], explained: [] };
    if (row[1] === undefined) group.plain.push(`\`${code}\``);
    else group.explained.push(`- \`${code}\`: ${row[1]}`);
    groups.set(heading, group);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([heading, { plain, explained }]) => [heading, plain.join(' '), explained.join('\n')].filter((part) => part !== '').join('\n\n'))
    .join('\n\n');
}
