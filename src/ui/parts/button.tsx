import type { ComponentChild, ComponentProps } from 'preact';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'label' | 'children'> {
  readonly label: ComponentChild;
}

/** A button that does something, rather than submit a form. Its look is its class. */
export function Button({ label, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest}>
      {label}
    </button>
  );
}
