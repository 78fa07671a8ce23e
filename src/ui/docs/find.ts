/**
 * The search of the documentation: all words of the text must be in an entry; those that its name begins with come first.
 */
export interface Entry {
  readonly kind: 'operation' | 'entity type' | 'aspect' | 'handbook';
  readonly name: string;
  readonly about: string;
  readonly address: string;
  /** Names of fields, with spaces between them. */
  readonly fields?: string;
}

const MOST = 20;
const NAME_IS = 8;
const NAME_BEGINS = 4;
const NAME_HAS = 2;
const ABOUT_HAS = 1;
const FIELD_IS = 1.5;
const FIELD_HAS = 0.5;

/** The best entries, the best first. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, scores: words.map((word) => scoreOf(entry, word)) }))
    .filter(({ scores }) => scores.every((score) => score > 0))
    .map(({ entry, scores }) => ({ entry, score: scores.reduce((sum, each) => sum + each, 0) }))
    .sort((one, other) => other.score - one.score || one.entry.name.length - other.entry.name.length)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

function scoreOf({ name, about, fields = '' }: Entry, word: string): number {
  const parts = name.toLowerCase();
  if (parts === word) return NAME_IS;
  if (parts.startsWith(word) || parts.includes(`/${word}`)) return NAME_BEGINS;
  if (parts.includes(word)) return NAME_HAS;
  if (about.toLowerCase().includes(word)) return ABOUT_HAS;
  const inside = fields.toLowerCase();
  if (inside.split(' ').includes(word)) return FIELD_IS;
  return inside.includes(word) ? FIELD_HAS : 0;
}
