/** Shows that something is loading. */
export function Spinner({ label = 'Loading' }: { readonly label?: string | undefined }) {
  return (
    <div class="spinner line muted" role="status">
      <span class="spinner-ring" aria-hidden="true" />
      <span>{label}…</span>
    </div>
  );
}
