/**
 * `DATA_DIR/store.json`: what this server has last seen of its store. At the next start it shows whether the graph is older, because a backup
 * was restored; and for a local graph, whether the folder is a copy.
 */
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StorePlace } from '../../graph/store.ts';

const NAME = 'store.json';

interface LifeRecord extends StorePlace {
  /** The name of the log. */
  readonly name: string;
  /** The file itself: a copy of it is another file, born at another time. */
  readonly inode: string;
  readonly born: string;
}

export interface LifeFile {
  /** What was seen before this start; absent: nothing, or the file cannot be read. */
  readonly before: (StorePlace & { readonly name: string }) | undefined;
  /** Is the folder a copy of the one that the file was written in? */
  readonly copied: boolean;
  /** Notes what is seen now. A full disk is no reason to stop. */
  note(seen: StorePlace & { readonly name: string }): void;
}

export function openLifeFile(dataDir: string): LifeFile {
  const file = path.join(dataDir, NAME);
  let noted = '';
  const before = read(file);
  return {
    before,
    copied: before !== undefined && isCopy(file, before),
    note({ name, epoch, seq }) {
      const seen = `${name} ${epoch} ${seq}`;
      if (seen === noted) return;
      try {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 });
        closeSync(openSync(file, 'a', 0o600));
        const kept: LifeRecord = { name, epoch, seq, ...identityOf(file) };
        // In place, because a renamed file would be another one. Behind the line may be the rest of a longer one.
        writeFileSync(file, `${JSON.stringify(kept)}\n`, { flag: 'r+' });
        noted = seen;
      } catch {
        noted = '';
      }
    },
  };
}

function read(file: string): LifeRecord | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as LifeRecord;
    return typeof kept.name === 'string' && typeof kept.epoch === 'string' && Number.isSafeInteger(kept.seq) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function identityOf(file: string): Pick<LifeRecord, 'inode' | 'born'> {
  const { ino, birthtimeNs } = statSync(file, { bigint: true });
  return { inode: String(ino), born: String(birthtimeNs) };
}

/** Both must differ: some file systems number their files anew at each mount, others do not know when a file was born. */
function isCopy(file: string, { inode, born }: LifeRecord): boolean {
  const now = identityOf(file);
  return now.inode !== inode && now.born !== born;
}
