/**
 * What takes the impact out of the page.
 */
import type { Card } from '../../api/cards.ts';
import type { AffectedAsset } from '../../api/impact.ts';
import { BYTE_ORDER_MARK, saveFile } from '../../export/save-file.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useWork } from '../../parts/use-work.ts';
import { csvOf, type Group, markdownOf } from './groups.ts';

interface ImpactExportProps {
  readonly what: string;
  readonly affected: readonly AffectedAsset[];
  readonly owners: ReadonlyMap<string, Card>;
  /** Reads all, also what the page does not show yet. */
  readonly readAll: () => Promise<WholeImpact>;
}

export interface WholeImpact {
  readonly affected: readonly AffectedAsset[];
  readonly groups: readonly Group[];
  readonly nameOf: (urn: string) => string;
}

/** Saves the list as CSV or Markdown, and writes a mail to the owners. */
export function ImpactExport({ what, affected, owners, readAll }: ImpactExportProps) {
  const { busy, error, run } = useWork();
  if (affected.length === 0) return null;
  const title = `What depends on ${what}`;
  const mails = [...new Set([...owners.values()].flatMap((card) => mailOf(card) ?? []))];
  const names = affected.map(({ name }) => `- ${name}`).join('\n');
  const body = `${title}:\n\n${names}\n\n${location.href}\n`;
  const saveCsv = async (): Promise<void> => {
    const all = await readAll();
    saveFile('impact.csv', 'text/csv', [BYTE_ORDER_MARK, csvOf(all.affected, all.nameOf)]);
  };
  const saveMarkdown = async (): Promise<void> => {
    const all = await readAll();
    saveFile('impact.md', 'text/markdown', [markdownOf(title, all.groups, all.nameOf)]);
  };
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
      <Failure error={error} what="Nothing is saved." />
      <Menu label="Save the list">
        <Button label="Save as CSV" disabled={busy} onClick={() => run(saveCsv)} />
        <Button label="Save as Markdown" disabled={busy} onClick={() => run(saveMarkdown)} />
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
