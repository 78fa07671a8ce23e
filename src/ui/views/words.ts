/**
 * Says in words what a saved view shows.
 */
import { idOfUrn, isUrn } from '../api/urn.ts';
import { spaced, typeWord } from '../data/words.ts';

const PLACES: Readonly<Record<string, string>> = { search: 'Search' };

/** `/search?query=orders&is.platform=…` → `Search · “orders” · Platform: hive` */
export function inWords(href: string): string {
  const [path = '', text = ''] = href.split('?');
  const query = new URLSearchParams(text);
  const place = path.split('/')[1] ?? '';
  const words = [PLACES[place] ?? spaced(place)];
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name).map((value) => (isUrn(value) ? idOfUrn(value) : value));
    if (name === 'query' || name === 'find') words.push(`“${values.join(' ')}”`);
    else if (name === 'type' || name === 'of') words.push(values.map(typeWord).join(', '));
    else if (!['view', 'layout', 'sort', 'page', 'start'].includes(name))
      words.push(`${spaced(name.replace(/^(is|from|to)\./, ''))}: ${values.join(', ')}`);
  }
  return words.join(' · ');
}
