/** What to do with an empty catalog. */
export function FirstSteps() {
  return (
    <section class="card first-steps" aria-label="First steps">
      <h2>Fill it</h2>
      <ol>
        <li>
          <p>To look around first, stop the server and start it with a small demo shop:</p>
          <pre>
            <code>npm start -- --demo</code>
          </pre>
        </li>
        <li>
          <p>To load your own metadata, write one proposal a line into a file:</p>
          <pre>
            <code>npm run load -- proposals.jsonl</code>
          </pre>
        </li>
        <li>
          <p>Or send it from your own programs; the API reference below has examples that work as they stand.</p>
        </li>
      </ol>
    </section>
  );
}
