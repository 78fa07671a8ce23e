import { useMemo, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { entityUrl, Link } from '../route.ts';
import { mayMean, type Token, tokensOf } from './tokens.ts';

export interface LinkedTable {
  readonly urn: string;
  /** Its full name: `hazel.mart.fct_orders`. */
  readonly name: string;
}

interface SqlProps {
  readonly sql: string;
  /** Names of these tables become links. */
  readonly tables?: readonly LinkedTable[];
  readonly label?: string;
}

/** SQL in colours, with a button that copies it. Names of known tables are links. */
export function Sql({ sql, tables = [], label = 'SQL' }: SqlProps) {
  const parts = useMemo(() => partsOf(tokensOf(sql.trim()), tables), [sql, tables]);
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(sql);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="sql frame">
      <ScrollRegion label={`${label}, text`}>
        <pre>
          <code>
            {parts.map(({ kind, text, urn }, at) =>
              urn === undefined ? (
                kind === 'other' || kind === 'word' ? (
                  text
                ) : (
                  <span key={at} class={`sql-${kind}`}>
                    {text}
                  </span>
                )
              ) : (
                <Link key={at} href={entityUrl(urn)} title={urn}>
                  {text}
                </Link>
              ),
            )}
          </code>
        </pre>
      </ScrollRegion>
      {'clipboard' in navigator && <Button label={copied ? 'Copied' : 'Copy'} class="plain small sql-copy" onClick={copy} />}
    </div>
  );
}

interface SqlPart extends Token {
  readonly urn?: string;
}

/** Joins the parts of dotted names, so that `a.b.c` is one link. */
function partsOf(tokens: readonly Token[], tables: readonly LinkedTable[]): SqlPart[] {
  if (tables.length === 0) return [...tokens];
  const parts: SqlPart[] = [];
  for (let at = 0; at < tokens.length; at++) {
    let end = at;
    while (tokens[end]?.kind === 'word' && tokens[end + 1]?.text === '.' && tokens[end + 2]?.kind === 'word') end += 2;
    const text = tokens
      .slice(at, end + 1)
      .map((each) => each.text)
      .join('');
    const table = tokens[at]?.kind === 'word' ? tables.find(({ name }) => mayMean(text.replace(/["`[\]]/g, ''), name)) : undefined;
    const token = tokens[at];
    if (table) {
      parts.push({ kind: 'word', text, urn: table.urn });
      at = end;
    } else if (token) parts.push(token);
  }
  return parts;
}
