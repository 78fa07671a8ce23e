import type { ComponentChildren } from 'preact';
import { ScrollRegion } from './scroll-region.tsx';

type Titles = readonly (ComponentChildren | false)[];

interface TableProps {
  /** Of the region in which it scrolls. */
  readonly label: string;
  readonly titles?: Titles;
  readonly class?: string;
  /** Within a card, which frames it. */
  readonly bare?: boolean;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways where it has no room. */
export function Table({ label, titles, class: more, bare = false, children }: TableProps) {
  return (
    <ScrollRegion label={label} class={bare ? '' : 'table-box frame'}>
      <table class={more}>
        {titles && <TableHead titles={titles} />}
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

/** The titles of the columns of a table. False: this table has no such column. */
export function TableHead({ titles }: { readonly titles: Titles }) {
  return (
    <thead>
      <tr>
        {titles.map(
          (title, at) =>
            title !== false && (
              <th key={at} scope="col">
                {title}
              </th>
            ),
        )}
      </tr>
    </thead>
  );
}
