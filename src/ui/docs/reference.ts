/**
 * The script of `/rpc/docs`: starts the reference, gives it the colour scheme of the pages and the reader's token, and adds what screen readers
 * need.
 */
import { token } from '../api/token.ts';
import { darkSystem, isDark } from '../preferences.ts';

interface ReferenceOptions {
  readonly url: string;
  readonly domNode: HTMLElement;
  readonly deepLinking: boolean;
  readonly tryItOutEnabled: boolean;
  readonly docExpansion: 'list' | 'none';
  readonly defaultModelsExpandDepth: number;
  readonly displayRequestDuration: boolean;
  readonly persistAuthorization: boolean;
  readonly validatorUrl: null;
  readonly requestInterceptor: (request: { headers: Record<string, string> }) => unknown;
}
declare const SwaggerUIBundle: (options: ReferenceOptions) => unknown;

const node = document.getElementById('reference');
if (node) {
  followScheme();
  const keep = keepFocus(node);
  const follow = (): void => {
    complete(node);
    keep();
  };
  new MutationObserver(follow).observe(node, { childList: true, subtree: true });
  SwaggerUIBundle({
    url: node.dataset.document ?? '',
    domNode: node,
    deepLinking: true,
    tryItOutEnabled: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    persistAuthorization: true,
    validatorUrl: null,
    requestInterceptor: (request) => {
      const kept = token();
      if (kept !== undefined) request.headers.Authorization ??= `Bearer ${kept}`;
      return request;
    },
  });
}

/** The library is dark if the root element has a class of this name. */
function followScheme(): void {
  const follow = (): void => void document.documentElement.classList.toggle('dark-mode', isDark());
  darkSystem.addEventListener('change', follow);
  addEventListener('storage', follow);
  follow();
}

/** "Execute" and "Clear" lose the focus when they are pressed: they are switched off or drawn anew. @returns gives it back */
function keepFocus(root: HTMLElement): () => void {
  let operation: Element | null = null;
  addEventListener('pointerdown', () => (operation = null), true);
  root.addEventListener('focusin', ({ target }) => {
    operation = (target as Element).closest('.execute, .btn-clear')?.closest('.opblock') ?? null;
  });
  return () => {
    if (document.activeElement === document.body) operation?.querySelector<HTMLElement>('.execute:enabled')?.focus({ preventScroll: true });
  };
}

/** Parts of the page that become landmarks once they have a name. */
const LANDMARKS: readonly (readonly [selector: string, name: string])[] = [
  ['.information-container section.block', 'About this API'],
  ['.scheme-container section.schemes', 'Authorization'],
];

/** Adds names, heading levels and keyboard scrolling, which the library leaves out. Runs after each of its changes. */
function complete(root: HTMLElement): void {
  for (const [selector, name] of LANDMARKS) for (const part of root.querySelectorAll(selector)) part.setAttribute('aria-label', name);
  for (const table of root.querySelectorAll('table.responses-table[role=region]:not([aria-label])'))
    table.setAttribute(
      'aria-label',
      `Answers: ${table.closest('.opblock')?.id ?? ''} ${table.classList.contains('live-responses-table') ? 'now' : ''}`,
    );
  // The library skips the second heading level.
  for (const heading of root.querySelectorAll('h3:not([aria-level]), h4:not([aria-level]), h5:not([aria-level])'))
    heading.setAttribute('aria-level', String(Number(heading.tagName.slice(1)) - 1));
  // A link in a button. The button does the same as the link.
  for (const link of root.querySelectorAll('button a[href]')) link.removeAttribute('href');
  for (const code of root.querySelectorAll('pre:not([tabindex])')) code.setAttribute('tabindex', '0');
  nameControls(root);
}

/** Inputs without a name get the name of their row. */
function nameControls(root: HTMLElement): void {
  for (const control of root.querySelectorAll<HTMLElement>('input:not([aria-label]), select:not([aria-label]), textarea:not([aria-label])')) {
    const row = control.closest('tr')?.querySelector('.parameter__name')?.textContent;
    control.setAttribute('aria-label', (row ?? control.getAttribute('placeholder') ?? 'Request body').trim());
  }
}
