/** Where cards will stand while the lineage is read. */
export function Skeleton() {
  return (
    <div class="lineage-skeleton">
      <p class="hidden-text" role="status">
        Loading the lineage
      </p>
      {[2, 3, 1, 3, 2].map((cards, column) => (
        <div key={column} aria-hidden="true">
          {Array.from({ length: cards }, (_, card) => (
            <span key={card} />
          ))}
        </div>
      ))}
    </div>
  );
}
