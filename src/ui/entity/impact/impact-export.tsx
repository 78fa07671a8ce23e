import type { Card } from '../../api/cards.ts';
import type { Affected } from '../../api/impact.ts';
import { BYTE_ORDER_MARK, saveFile } from '../../export/save-file.ts';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { csvOf, type Group, markdownOf } from './groups.ts';

interface ImpactExportProps {
  readonly what: string;
  readonly affected: readonly Affected[];
  readonly groups: readonly Group[];
  readonly owners: ReadonlyMap<string, Card>;
  readonly nameOf: (urn: string) => string;
}

/** Saves the list as CSV or Markdown, and writes a mail to the owners. */
export function ImpactExport({ what, affected, groups, owners, nameOf }: ImpactExportProps) {
  if (affected.length === 0) return null;
  const title = `What depends on ${what}`;
  const mails = [...new Set([...owners.values()].flatMap((card) => mailOf(card) ?? []))];
  const names = affected.map(({ name }) => `- ${name}`).join('\n');
  const body = `${title}:\n\n${names}\n\n${location.href}\n`;
  return (
    <span class="tab-tools-end line end">
      {mails.length > 0 && (
        <a
          class="button"
          href={`mailto:${mails.map(encodeURIComponent).join(',')}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`}
        >
          Tell the owners
        </a>
      )}
      <Menu label="Save the list">
        <Button label="Save as CSV" onClick={() => saveFile('impact.csv', 'text/csv', [BYTE_ORDER_MARK, csvOf(affected, nameOf)])} />
        <Button label="Save as Markdown" onClick={() => saveFile('impact.md', 'text/markdown', [markdownOf(title, groups, nameOf)])} />
      </Menu>
    </span>
  );
}

function mailOf({ aspects }: Card): string | undefined {
  const mail = [aspects.corpUserEditableInfo?.email, aspects.corpUserInfo?.email, aspects.corpGroupInfo?.email].find(
    (each) => typeof each === 'string' && each.includes('@'),
  );
  return mail as string | undefined;
}
