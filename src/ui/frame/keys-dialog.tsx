import { GROUPS } from '../keys.ts';
import { Dialog } from '../parts/dialog.tsx';

/** Lists the keys of all pages. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div class="key-groups">
        {GROUPS.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ keys: each, does }) => (
                <div key={does}>
                  <dt>
                    {each.map((key) => (
                      <Pressed key={String(key)} keys={typeof key === 'string' ? [key] : key} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="hint key-hint">Keys of one letter can be switched off in the settings.</p>
    </Dialog>
  );
}

function Pressed({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span class="pressed line">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
