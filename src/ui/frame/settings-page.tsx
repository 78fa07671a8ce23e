/**
 * `/settings`: how this browser shows the pages.
 */
import { useState } from 'preact/hooks';
import { PageHead } from '../parts/page-head.tsx';
import { useTitle } from '../parts/use-title.ts';
import { chooseDensity, chooseKeys, chooseTheme, DENSITIES, density, KEYS, singleKeys, THEMES, theme } from '../preferences.ts';
import { address } from '../route.ts';

export function SettingsPage() {
  useTitle('Settings');
  const [, redraw] = useState(0);
  const choose =
    <Id extends string>(set: (id: Id) => void) =>
    (id: Id): void => {
      set(id);
      redraw((turn) => turn + 1);
    };
  return (
    <div class="page stack far page-narrow">
      <PageHead title="Settings" about="Kept in this browser, for everybody who uses it." />
      <Choice label="Theme" name="theme" choices={THEMES} chosen={theme()} onChoose={choose(chooseTheme)} />
      <Choice label="Density" name="density" choices={DENSITIES} chosen={density()} onChoose={choose(chooseDensity)} />
      <Choice label="Keys of one character, such as / and ?" name="keys" choices={KEYS} chosen={singleKeys()} onChoose={choose(chooseKeys)} />
      <p class="small">
        <a href={address('ui/third-party-notices.txt')}>Licences of the packages in these pages</a>
      </p>
    </div>
  );
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly { readonly id: Id; readonly title: string; readonly about: string | undefined }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

function Choice<Id extends string>({ label, name, choices, chosen, onChoose }: ChoiceProps<Id>) {
  return (
    <fieldset class="card" aria-labelledby={`setting-${name}`}>
      <h2 id={`setting-${name}`} class="part-title">
        {label}
      </h2>
      <div class="looks tiles">
        {choices.map(({ id, title, about }) => (
          <label key={id} class="look">
            {name !== 'keys' && (
              <span class={`look-picture look-${id}`} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
            )}
            <span class="line close medium">
              <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
              <strong>{title}</strong>
            </span>
            {about !== undefined && <span class="hint">{about}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
