/** What to do with an empty catalog. */
export function FirstSteps() {
  return (
    <section class="card first-steps stack far" aria-label="First steps">
      <h2>Load metadata</h2>
      <ol>
        <li>
          <p>To look around first, stop the server and start it with the demo catalog:</p>
          <pre>
            <code>npm start -- --demo</code>
          </pre>
        </li>
        <li>
          <p>To load your own metadata, write a file with one proposal per line, and load it:</p>
          <pre>
            <code>npm run load -- proposals.jsonl</code>
          </pre>
        </li>
        <li>
          <p>Or send it from your own programs. The API reference below has examples that you can run.</p>
        </li>
      </ol>
    </section>
  );
}
