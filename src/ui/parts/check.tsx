import type { ComponentChildren } from 'preact';

interface CheckProps {
  /** A radio button excludes the others of its name. */
  readonly type?: 'radio';
  readonly name?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly disabled?: boolean;
  readonly onCheck?: (yes: boolean) => void;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** Yes or no, or one of several, in a form. */
export function Check({ onCheck, title, children, ...rest }: CheckProps) {
  return (
    <label class="choice" title={title}>
      <input type="checkbox" {...rest} onChange={(event) => onCheck?.(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
