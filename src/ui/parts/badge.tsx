import type { ComponentChildren } from 'preact';

/** One or two words about the state of something. */
export function Badge({ tone = 'plain', children }: { readonly tone?: 'plain' | 'warn' | 'bad' | 'good'; readonly children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
