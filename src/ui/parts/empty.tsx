import type { ComponentChildren } from 'preact';

interface EmptyProps {
  readonly title: string;
  /** 1: the title is that of the page. */
  readonly level?: 1;
  readonly children?: ComponentChildren;
}

/** Says that there is nothing here, and what to do about it. */
export function Empty({ title, level, children }: EmptyProps) {
  const Title = level === 1 ? 'h1' : 'p';
  return (
    <div class="empty stack muted">
      <Title class="empty-title strong">{title}</Title>
      {children}
    </div>
  );
}
