/** Asks how a file is written that does not say it: a wrong guess would change every text with an accent. */
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { type Encoding, type Reading, samples } from './encodings.ts';

interface AskEncodingProps {
  readonly ways: readonly Reading[];
  readonly onChoose: (text: string) => void;
}

export function AskEncoding({ ways, onChoose }: AskEncodingProps) {
  const [encoding, choose] = useState<Encoding | undefined>(ways[0]?.encoding);
  const way = ways.find((each) => each.encoding === encoding);
  if (!way)
    return <p class="notice">This file is neither UTF-8 nor in another encoding that Cairn knows. Save it as “CSV UTF-8”, and choose it again.</p>;
  return (
    <div class="stack close">
      <p class="strong">This file is not UTF-8. Choose the encoding in which its texts are right, or save it as “CSV UTF-8”.</p>
      <SelectField
        id="import-encoding"
        label="Read it as"
        value={way.encoding}
        options={ways.map(({ encoding: id, title }) => [id, title] as const)}
        onChoose={choose}
      />
      <ul class="stack close small" aria-label="Texts of the file">
        {samples(way.text).map((text) => (
          <li key={text} class="breaks" dir="auto">
            {text}
          </li>
        ))}
      </ul>
      <div>
        <Button label="The texts are right" onClick={() => onChoose(way.text)} />
      </div>
    </div>
  );
}
