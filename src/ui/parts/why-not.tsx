import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../api/client.ts';
import { isUrn } from '../api/urn.ts';
import { Button } from './button.tsx';
import type { ExplanationProps, PrivilegeRefusal } from './why-explained.tsx';

/** What a refusal by policies says; undefined for other failures. */
export function refusedFor({ status, details, message }: ApiError): PrivilegeRefusal | undefined {
  const [detail] = details;
  if (status !== 403 || !detail?.expected || !/^[A-Z_]+( or [A-Z_]+)*$/.test(detail.expected)) return undefined;
  return { privileges: detail.expected.split(' or '), entity: isUrn(detail.got) ? detail.got : undefined, message };
}

let load: (() => Promise<ComponentType<ExplanationProps>>) | undefined;

/** How the explanation is loaded when somebody asks for it. */
export function explainWith(loader: () => Promise<ComponentType<ExplanationProps>>): void {
  load = loader;
}

/** A button that explains a refusal. */
export function WhyNot({ refused }: { readonly refused: PrivilegeRefusal }) {
  const [shown, show] = useState<{ readonly Explanation: ComponentType<ExplanationProps> } | undefined>(undefined);
  const [failed, fail] = useState(false);
  const explain = async (): Promise<void> => {
    try {
      if (load) show({ Explanation: await load() });
    } catch {
      fail(true);
    }
  };
  return (
    <div>
      <Button label="Why may I not?" class="small" onClick={explain} />
      {failed && <p>The explanation could not be loaded. Reload the page and try again.</p>}
      {shown && <shown.Explanation refused={refused} onClose={() => show(undefined)} />}
    </div>
  );
}
