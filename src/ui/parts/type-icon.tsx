/**
 * Our own icons of entity types: lines on a grid of 16, in the colour of the text around them.
 */

const TABLE = 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6';
const DOCUMENT = 'M4 2.5h5.5L12 5v8.5H4zM6 7h4M6 9.5h4';
const MODEL = 'M3.5 4.5a1 1 0 1 0 .01 0M3.5 11.5a1 1 0 1 0 .01 0M12.5 8a1 1 0 1 0 .01 0M4.7 5.6l6.6 2.1M4.7 11.6l6.6-2.6';
const FEATURE = 'M8 2.5l5 2.75v5.5L8 13.5l-5-2.75v-5.5zM8 8l5-2.75M8 8v5.5M8 8L3 5.25';
const PLATFORM = 'M8 2.5l5.5 2.75L8 8 2.5 5.25zM2.5 8L8 10.75 13.5 8M2.5 10.75L8 13.5l5.5-2.75';
const PERSON = 'M8 3a2.5 2.5 0 1 0 .01 0M3.5 13.5c.4-3 2-4.5 4.5-4.5s4.1 1.5 4.5 4.5';
const CODE = 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5';
const OTHER = 'M8 3a5 5 0 1 0 .01 0M8 7.5a.5.5 0 1 0 .01 0';

/** The first pattern that the type matches decides. */
const ICONS: readonly (readonly [RegExp, string])[] = [
  [/^(dataset|icebergwarehouse)/i, TABLE],
  [/^schemaField/i, 'M3 3.5h10v9H3zM6.3 3.5v9M9.6 3.5v9'],
  [/^dashboard/i, 'M2.5 3h5v4.5h-5zM9 3h4.5v2.5H9zM9 7h4.5v6H9zM2.5 9h5v4h-5z'],
  [/^(chart|notebook)/i, 'M2.5 13.5h11M4.5 13V9M8 13V4M11.5 13V6.5'],
  [/^dataFlow/i, 'M2.5 3h4v3h-4zM9.5 10h4v3h-4zM4.5 6v3.5a2 2 0 0 0 2 2h3'],
  [/^(dataJob|dataProcess)/i, 'M8 2.8a5.2 5.2 0 1 0 .01 0M6.8 5.8v4.4L10.3 8z'],
  [/^container/i, 'M2.5 4.5v8h11V6H8L6.5 4.5z'],
  [/^domain/i, 'M8 2.5l4.8 2.75v5.5L8 13.5l-4.8-2.75v-5.5z'],
  [/^(dataProduct|application)/i, FEATURE],
  [/^glossaryNode/i, 'M3 3h3v10H3zM6 3h3v10H6zM9.5 3.6l2.6-.6 1.6 9.4-2.6.6z'],
  [/^glossaryTerm/i, 'M3.5 12.2V3.5a1 1 0 0 1 1-1h8v8.5h-8a1.2 1.2 0 0 0 0 2.5h8V11M6.5 5.5h3.5'],
  [/^tag/i, 'M2.8 3v4.8l5.7 5.7 4.8-4.8L7.6 3zM5.5 5.3a.4.4 0 1 0 .01 0'],
  [/^(corpGroup|role)/i, 'M6 4a2 2 0 1 0 .01 0M2 12.5c.3-2.6 1.7-4 4-4s3.7 1.4 4 4M10.5 4.4a1.8 1.8 0 0 1 0 3.4M11.5 8.9c1.5.4 2.3 1.6 2.5 3.6'],
  [/^corp/i, PERSON],
  [/^(ml|aiAgent|agent|semanticModel)/i, MODEL],
  [/^(assertion|test)/i, 'M8 2.5l4.5 1.7v3.6c0 2.8-1.8 4.7-4.5 5.7-2.7-1-4.5-2.9-4.5-5.7V4.2zM5.8 7.8l1.6 1.6 2.9-3'],
  [/^incident/i, 'M8 2.8l5.8 10.4H2.2zM8 6.5v3M8 11.2v.1'],
  [/^(query|repository|api|service)/i, CODE],
  [/^dataContract/i, 'M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 11.3c.7-1.2 1.4-1.2 2 0s1.3 1 2 0'],
  [/^(document|post|form)/i, DOCUMENT],
  [/^(structuredProperty|metric|businessAttribute)/i, 'M2.5 5h6M11.5 5h2M10 3.5a1.5 1.5 0 1 0 .01 0M2.5 11h2M7.5 11h6M6 9.5a1.5 1.5 0 1 0 .01 0'],
  [/^dataPlatform/i, PLATFORM],
];

/** The icon of an entity type. It says nothing to a screen reader, because the type is always named beside it. */
export function TypeIcon({ type }: { readonly type: string }) {
  const path = ICONS.find(([of]) => of.test(type))?.[1] ?? OTHER;
  return (
    <svg class="type-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
