import { useMemo, useState } from 'preact/hooks';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { TableHead } from '../../parts/table.tsx';
import { type Block, folded, type Line, sideBySide } from './side-by-side.ts';

const CONTEXT = 3;

/** Shows both values as JSON side by side. Folds equal lines, except some around each difference. */
export function SideBySide({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const blocks = useMemo(() => folded(sideBySide(before, after), CONTEXT), [before, after]);
  return (
    <ScrollRegion label="Both versions side by side" class="beside">
      <table>
        <TableHead titles={['Before', 'After']} />
        {blocks.map((block, index) => (
          <BlockRows key={index} block={block} />
        ))}
      </table>
    </ScrollRegion>
  );
}

function BlockRows({ block: { folded: foldable, lines } }: { readonly block: Block }) {
  const [open, setOpen] = useState(false);
  if (foldable && !open)
    return (
      <tbody>
        <tr class="beside-fold">
          <td colSpan={2}>
            <button type="button" class="plain" onClick={() => setOpen(true)}>
              {lines.length} equal lines
            </button>
          </td>
        </tr>
      </tbody>
    );
  return (
    <tbody>
      {lines.map((line, index) => (
        <tr key={index}>
          <Cell line={line} side="left" />
          <Cell line={line} side="right" />
        </tr>
      ))}
    </tbody>
  );
}

function Cell({ line, side }: { readonly line: Line; readonly side: 'left' | 'right' }) {
  const text = line[side];
  const differs = line.kind !== 'same' && text !== undefined;
  const kind = !differs ? (text === undefined ? 'is-none' : '') : side === 'left' ? 'is-removed' : 'is-added';
  return (
    <td class={kind}>
      {differs && <span class="hidden-text">{side === 'left' ? 'Before: ' : 'Now: '}</span>}
      <code style={{ paddingInlineStart: `${line.depth}rem` }}>{text}</code>
    </td>
  );
}
