/**
 * The picture of the lineage as a file of its own: light, with nothing to load. Pure.
 */
import { cutText } from './cut-text.ts';
import { type CardSpot, edgePath, type Layout } from './geometry.ts';

interface DrawnShape {
  readonly name: string;
  readonly kind: string;
}

const MARGIN = 24;
const TITLE = 40;
const PADDING = 12;
const MOST_CHARACTERS = 29;
/** From so many characters on, a wide font has no room for them. */
const FILLS = 23;

/** @param drawn what a card says, by its id */
export function svgOf(title: string, { spots, routes, width, height }: Layout, root: string, drawn: (id: string) => DrawnShape): string {
  const [whole, high] = [Math.ceil(width + 2 * MARGIN), Math.ceil(height + 2 * MARGIN + TITLE)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${high}" viewBox="0 0 ${whole} ${high}" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path d="M0 0.5 8 4 0 7.5Z" fill="#6b7280"/></marker></defs>',
    `<rect width="${whole}" height="${high}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 12}" font-size="18" font-weight="600" fill="#111827">${escaped(title)}</text>`,
    `<g transform="translate(${MARGIN} ${MARGIN + TITLE})">`,
    ...routes.map(
      (route) =>
        `<path d="${edgePath(route)}" fill="none" stroke="#6b7280" stroke-width="1.5"${route.back ? ' stroke-dasharray="4 4"' : ''} marker-end="url(#arrow)"/>`,
    ),
    ...spots.map((spot) => cardOf(spot, spot.id === root, drawn(spot.id))),
    '</g></svg>',
  ].join('\n');
}

function cardOf({ x, y, width, height }: CardSpot, root: boolean, { name, kind }: DrawnShape): string {
  const shown = cutText(name, MOST_CHARACTERS);
  // A long name is as wide as its card, whatever the fonts of the reader are.
  const fill = shown.length > FILLS ? ` textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs"` : '';
  return [
    `<g transform="translate(${x} ${y})"><title>${escaped(name)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${root ? '#e8effd' : '#fff'}" stroke="${root ? '#2458c5' : '#9ca3af'}" stroke-width="${root ? 2 : 1}"/>`,
    `<text x="${PADDING}" y="25"${fill} font-size="14" font-weight="600" fill="#111827">${escaped(shown)}</text>`,
    `<text x="${PADDING}" y="44" font-size="12" fill="#4b5563">${escaped(cutText(kind, MOST_CHARACTERS))}</text></g>`,
  ].join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}
