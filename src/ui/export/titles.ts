/**
 * The first lines of the CSV files that pages save. What comes back is compared with them.
 */

export const CARD_TITLES = ['Name', 'Type', 'Platform', 'Path', 'Description', 'Owners', 'Domain', 'Tags', 'Glossary terms', 'Deprecated', 'URN'];

/** What lists of governance say of each: how many assets it has. */
export const ASSETS_TITLE = 'Assets';

export const GLOSSARY_TITLES = ['Name', 'Type', 'In', 'Definition', 'URN'];

export const COLUMN_TITLES = [
  'Column',
  'Type',
  'Native type',
  'Null values',
  'Primary key',
  'Description',
  'From the source',
  'Tags',
  'Glossary terms',
];
