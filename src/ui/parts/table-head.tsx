import type { ComponentChildren } from 'preact';

/** The titles of the columns of a table. False: this table has no such column. */
export function TableHead({ titles }: { readonly titles: readonly (ComponentChildren | false)[] }) {
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
