/** A name whose last part is cut last, because that part differs from its neighbours. */
export function CutName({ name }: { readonly name: string }) {
  const end = name.lastIndexOf('.') + 1;
  return (
    <span class="cut-name">
      <span>{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
    </span>
  );
}
