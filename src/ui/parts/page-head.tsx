import type { ComponentChildren } from 'preact';

interface PageHeadProps {
  readonly title: ComponentChildren;
  /** What the page is for, in a sentence. */
  readonly about?: ComponentChildren;
  /** A link to the list that the page belongs to. */
  readonly trail?: ComponentChildren;
  readonly tabs?: ComponentChildren;
  /** What can be done here. */
  readonly children?: ComponentChildren;
}

/** The head of a page. The order is the same everywhere: where it belongs, its title beside its buttons, its tabs. */
export function PageHead({ title, about, trail, tabs, children }: PageHeadProps) {
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
              {about}
            </p>
          )}
        </div>
        {children && <div class="bar">{children}</div>}
      </div>
      {tabs}
    </header>
  );
}
