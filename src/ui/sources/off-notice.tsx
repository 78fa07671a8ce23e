/** Says that this server runs no sources, which line changes that, and what it means. */
export function OffNotice() {
  return (
    <section class="notice stack close" aria-label="Nothing runs sources here">
      <p class="strong">This server does not run sources yet.</p>
      <p>You can add and edit sources. To run them here, stop the server and start it with this line:</p>
      <pre>
        <code>INGESTION=true npm start</code>
      </pre>
      <p class="small">
        Cairn then fetches the Python package <code>acryl-datahub</code> and runs recipes with it. A recipe can run code and read files on this
        machine. So only turn it on if you trust everybody who may manage sources. An executor elsewhere can run them, too.
      </p>
    </section>
  );
}
