/**
 * How this browser shows the pages: the theme and how dense they are. It is kept in the browser only. The attributes of the root element are
 * for the style sheets.
 */
export const THEMES = [
  { id: 'system', title: 'System', about: 'As the system asks: light or dark, and with more contrast' },
  { id: 'light', title: 'Light', about: undefined },
  { id: 'dark', title: 'Dark', about: undefined },
  { id: 'contrast', title: 'High contrast', about: 'Black and white, in the light or dark of the system, at least 7 : 1' },
] as const;

export const DENSITIES = [
  { id: 'comfortable', title: 'Comfortable', about: undefined },
  { id: 'compact', title: 'Compact', about: 'More rows on a screen' },
] as const;

type Theme = (typeof THEMES)[number]['id'];
type Density = (typeof DENSITIES)[number]['id'];

/** Whether keys of one character act anywhere. They disturb people who speak to their computer. */
export const KEYS = [
  { id: 'on', title: 'On', about: undefined },
  { id: 'off', title: 'Off', about: 'For people who speak to their computer, or press keys by accident' },
] as const;

const THEME = 'cairn.theme';
const DENSITY = 'cairn.density';
const SINGLE_KEYS = 'cairn.keys';

export const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const contrastSystem = matchMedia('(prefers-contrast: more)');

export function theme(): Theme {
  return kept(THEME, THEMES, 'system');
}

export function density(): Density {
  return kept(DENSITY, DENSITIES, 'comfortable');
}

export function mayUseKeys(): boolean {
  return singleKeys() === 'on';
}

export function singleKeys(): 'on' | 'off' {
  return kept(SINGLE_KEYS, KEYS, 'on');
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const chosen = theme();
  return chosen === 'dark' || (chosen !== 'light' && darkSystem.matches);
}

export function chooseTheme(chosen: Theme): void {
  keep(THEME, chosen);
}

export function chooseDensity(chosen: Density): void {
  keep(DENSITY, chosen);
}

export function chooseKeys(chosen: 'on' | 'off'): void {
  keep(SINGLE_KEYS, chosen);
}

/** Sets the attributes of the root element. */
function apply(): void {
  const chosen = theme();
  const { dataset } = document.documentElement;
  dataset.theme = chosen;
  dataset.density = density();
  dataset.contrast = chosen === 'contrast' || (chosen === 'system' && contrastSystem.matches) ? 'more' : 'usual';
}

/** Sets them now, and when the system or another tab changes. */
export function follow(): void {
  apply();
  contrastSystem.addEventListener('change', apply);
  addEventListener('storage', apply);
}

function kept<Id extends string>(key: string, choices: readonly { readonly id: Id }[], usual: Id): Id {
  try {
    const text = localStorage.getItem(key);
    return choices.find(({ id }) => id === text)?.id ?? usual;
  } catch {
    return usual;
  }
}

function keep(key: string, chosen: string): void {
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // The browser keeps nothing, for example because storage is switched off.
  }
  apply();
}
