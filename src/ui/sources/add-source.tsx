/**
 * Adds a source: first its kind, then its form.
 */
import { useState } from 'preact/hooks';
import { SOURCE_FORMS, type SourceForm } from '../../generated/sources.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CloseButton } from '../parts/form-buttons.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { settings } from '../settings.ts';
import { EditSource } from './edit-source.tsx';

interface AddSourceProps {
  readonly onClose: () => void;
  readonly onMade: (urn: string) => void;
}

/** Undefined: none chosen yet; null: the recipe as YAML. */
type SourceKind = SourceForm | null | undefined;

export function AddSource({ onClose, onMade }: AddSourceProps) {
  const [kind, choose] = useState<SourceKind>(undefined);
  if (kind === undefined) return <ChooseKind onChoose={choose} onClose={onClose} />;
  if (kind?.sends !== undefined) return <Sends title={kind.title} text={kind.sends} onClose={onClose} />;
  return <EditSource form={kind ?? undefined} onClose={onClose} onSaved={onMade} />;
}

interface ChooseKindProps {
  readonly onChoose: (kind: SourceKind) => void;
  readonly onClose: () => void;
}

function ChooseKind({ onChoose, onClose }: ChooseKindProps) {
  return (
    <Dialog title="Add a source" onClose={onClose} wide>
      <ul class="tiles tiles-wide source-kinds">
        {SOURCE_FORMS.map((form) => (
          <li key={form.type}>
            <Button class="card source-kind" label={<KindWords title={form.title} about={form.about} />} onClick={() => onChoose(form)} />
          </li>
        ))}
        <li>
          <Button
            class="card source-kind"
            label={<KindWords title="Anything else" about="The recipe as YAML, for each source that DataHub has a connector for." />}
            onClick={() => onChoose(null)}
          />
        </li>
      </ul>
    </Dialog>
  );
}

function KindWords({ title, about }: { readonly title: string; readonly about: string }) {
  return (
    <>
      <span class="strong">{title}</span>
      <span class="muted small">{about}</span>
    </>
  );
}

interface SendsProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** How a source sends by itself. */
function Sends({ title, text, onClose }: SendsProps) {
  const address = (location.origin + settings.base).replace(/\/$/, '');
  return (
    <Dialog title={title} onClose={onClose}>
      <Markdown text={text.replaceAll('{address}', address)} />
      <CloseButton onClose={onClose} />
    </Dialog>
  );
}
