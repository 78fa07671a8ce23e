import type { ComponentChildren } from 'preact';
import { address } from '../route.ts';

interface PageHeadProps {
  readonly title: ComponentChildren;
  /** What the page is for, in a sentence. */
  readonly about?: ComponentChildren;
  /** The page of the handbook that explains this one, such as `docs/access`. */
  readonly handbook?: string;
  /** A link to the list that the page belongs to. */
  readonly trail?: ComponentChildren;
  readonly tabs?: ComponentChildren;
  /** What can be done here. */
  readonly children?: ComponentChildren;
}

/** The head of a page. The order is the same everywhere: where it belongs, its title beside its buttons, its tabs. */
export function PageHead({ title, about, handbook, trail, tabs, children }: PageHeadProps) {
  return (
    <header class="stack far">
      {trail && (
        <nav aria-label="Breadcrumb" class="small">
          {trail}
        </nav>
      )}
      <div class="page-head bar spread">
        <div>
          <h1 dir="auto">{title}</h1>
          {about && (
            <p class="muted" dir="auto">
              {about} {handbook && <a href={address(handbook)}>How it works</a>}
            </p>
          )}
        </div>
        {children && <div class="bar">{children}</div>}
      </div>
      {tabs}
    </header>
  );
}
