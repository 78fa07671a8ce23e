/**
 * The list of codes as Markdown, by status, for docs/errors.md.
 */
import { CODES, type Code } from './codes.ts';
import { Refusal } from './refusal.ts';

/** A heading for each status, and below it the codes with their meanings. */
export function codesPage(): string {
  const groups = new Map<string, string[]>();
  for (const [code, [, meaning]] of Object.entries(CODES)) {
    const { status, rpcStatus, graphql } = new Refusal(code as Code, '');
    const heading = `## ${status}${rpcStatus === status ? '' : `, legacy ${rpcStatus}`} (${graphql.code} ${graphql.type})`;
    groups.set(heading, [...(groups.get(heading) ?? []), `- \`${code}\`: ${meaning}`]);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([heading, lines]) => `${heading}\n\n${lines.join('\n')}`)
    .join('\n\n');
}
