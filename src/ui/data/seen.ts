/**
 * The entities that this browser has shown last. They are kept in the browser, and nobody else learns of them.
 */
const KEY = 'cairn.seen';
const MOST = 12;

interface SeenEntity {
  readonly urn: string;
  readonly name: string;
  /** What its platform calls it. */
  readonly subType?: string | undefined;
  /** The id of its platform. */
  readonly platform?: string | undefined;
}

/** The last one first. Empty if the browser keeps nothing. */
export function seen(): SeenEntity[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSeen) : [];
  } catch {
    return [];
  }
}

export function remember(entity: SeenEntity): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([entity, ...seen().filter(({ urn }) => urn !== entity.urn)].slice(0, MOST)));
  } catch {
    // The browser keeps nothing, for example in a private window.
  }
}

function isSeen(value: unknown): value is SeenEntity {
  const { urn, name } = (value ?? {}) as Record<string, unknown>;
  return typeof urn === 'string' && typeof name === 'string';
}
