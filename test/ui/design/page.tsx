/**
 * Colours, type, distances and the parts of all pages in their states, in light and in dark. The place to look before making something new.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { EntityPicker } from '../../../src/ui/edit/entity-picker.tsx';
import { Badge } from '../../../src/ui/parts/badge.tsx';
import { Check } from '../../../src/ui/parts/check.tsx';
import { Choice } from '../../../src/ui/parts/choice.tsx';
import { Copy } from '../../../src/ui/parts/copy.tsx';
import { Dialog } from '../../../src/ui/parts/dialog.tsx';
import { Empty } from '../../../src/ui/parts/empty.tsx';
import { Failure } from '../../../src/ui/parts/failure.tsx';
import { TextArea, TextField } from '../../../src/ui/parts/field.tsx';
import { FormButtons } from '../../../src/ui/parts/form-buttons.tsx';
import { Menu } from '../../../src/ui/parts/menu.tsx';
import { PageHead } from '../../../src/ui/parts/page-head.tsx';
import { PlatformMark } from '../../../src/ui/parts/platform-mark.tsx';
import { Segments } from '../../../src/ui/parts/segments.tsx';
import { SelectBox } from '../../../src/ui/parts/select-box.tsx';
import { Spinner } from '../../../src/ui/parts/spinner.tsx';
import { Table } from '../../../src/ui/parts/table.tsx';
import { Tabs } from '../../../src/ui/parts/tabs.tsx';
import { Tag } from '../../../src/ui/parts/tag.tsx';
import { TypeIcon } from '../../../src/ui/parts/type-icon.tsx';
import { useTitle } from '../../../src/ui/parts/use-title.ts';
import { Link } from '../../../src/ui/route.ts';
import { settings } from '../../../src/ui/settings.ts';

const SCHEMES = ['light', 'dark'] as const;

const COLOURS = [
  ['ground', 'surface', 'sunken', 'line', 'line-strong'],
  ['text', 'muted', 'link', 'accent', 'accent-soft'],
  ['good', 'good-soft', 'warn', 'warn-soft', 'bad', 'bad-soft'],
  ['series-1', 'series-2', 'series-3', 'series-4', 'mark'],
] as const;

const DISTANCES = ['flush', 'close', '', 'far'] as const;
const NAMES = ['orders', 'customers'];
const TONES = ['plain', 'good', 'warn', 'bad'] as const;

export function DesignPage() {
  useTitle('Design');
  return (
    <div class="page stack far">
      <PageHead
        title="Design"
        about={
          <>
            What the pages are made of. <Link href="/settings">High contrast</Link> shows it in its third form.
          </>
        }
      />
      {SCHEMES.map((scheme) => (
        <section key={scheme} class="design-scheme stack far card" style={{ colorScheme: scheme }} aria-label={`In ${scheme}`}>
          <h2>In {scheme}</h2>
          <Colours />
          <Type />
          <Distances />
          <Buttons />
          <Marks scheme={scheme} />
          <Fields scheme={scheme} />
          <States scheme={scheme} />
          <Lists scheme={scheme} />
          <Overlays />
        </section>
      ))}
    </div>
  );
}

function Row({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="stack close">
      <h3 class="part-title">{title}</h3>
      <div class="bar far">{children}</div>
    </div>
  );
}

function Colours() {
  return (
    <div class="stack">
      <h3 class="part-title">Colours</h3>
      {COLOURS.map((row) => (
        <ul key={row[0]} class="bar far">
          {row.map((name) => (
            <li key={name} class="line close small">
              <span class="design-colour" style={{ background: `var(--${name})` }} aria-hidden="true" />
              <code>--{name}</code>
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

function Type() {
  return (
    <Row title="Type">
      <strong class="design-title">Title</strong>
      <span>Text</span>
      <span class="strong">Strong</span>
      <span class="medium">Medium</span>
      <span class="small">Small</span>
      <span class="muted">Muted</span>
      <span class="number">1,234</span>
      <code>code</code>
      <Link href="/design">Link</Link>
      <bdi>مرحبا بالبيانات</bdi>
      <span>数据目录 🗂️</span>
    </Row>
  );
}

function Distances() {
  return (
    <Row title="Distances in a line">
      {DISTANCES.map((name) => (
        <span key={name} class={`line ${name}`}>
          <Badge>{name === '' ? 'usual' : name}</Badge>
          <Badge>next</Badge>
        </span>
      ))}
    </Row>
  );
}

function Buttons() {
  const [pressed, press] = useState(true);
  return (
    <Row title="Buttons">
      <button type="button">Button</button>
      <button type="button" class="primary">
        Primary
      </button>
      <button type="button" class="danger">
        Danger
      </button>
      <button type="button" class="plain">
        Plain
      </button>
      <button type="button" class="small">
        Small
      </button>
      <button type="button" disabled>
        Disabled
      </button>
      <button type="button" class="primary" disabled>
        Disabled
      </button>
      <button type="button" aria-pressed={pressed} onClick={() => press(!pressed)}>
        Pressed
      </button>
      <button type="button" class="chip small">
        Chip ×
      </button>
      <Copy label="Copy" text={() => 'Copied from the design page'} />
      <Menu label="Menu">
        <button type="button">First</button>
        <button type="button">Second</button>
      </Menu>
    </Row>
  );
}

function Marks({ scheme }: { readonly scheme: string }) {
  const tag = `${settings.urnPrefix}tag:Example`;
  return (
    <Row title="Marks">
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Tag urn={tag} name="Tag" />
      <Tag urn={tag} name="Tag to remove" onRemove={() => {}} />
      <Tag urn={tag} name="Term" kind="term" />
      <span class="design-marks line" role="img" aria-label={`Marks of platforms and types, ${scheme}`}>
        <PlatformMark platform="snowflake" type="dataset" />
        <PlatformMark platform="kafka" type="dataset" />
        <PlatformMark platform="none-known" type="dataset" />
        <TypeIcon type="dashboard" />
        <TypeIcon type="glossaryTerm" />
      </span>
    </Row>
  );
}

function Fields({ scheme }: { readonly scheme: string }) {
  const [checked, check] = useState(true);
  const id = (name: string): string => `design-${name}-${scheme}`;
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      <h3 class="part-title">Fields</h3>
      <TextField id={id('text')} label="Text" defaultValue="What somebody typed" hint="A hint says what is expected." />
      <TextField id={id('off')} label="Disabled" disabled defaultValue="Not now" />
      <TextArea id={id('area')} label="Several lines" defaultValue={'One\nTwo'} />
      <EntityPicker label="An entity" types={[]} onPick={() => {}} hint="Suggestions follow what is typed." />
      <div class="bar far">
        <Choice
          label="One of a few"
          value="b"
          options={[
            ['a', 'First'],
            ['b', 'Second'],
          ]}
          onChoose={() => {}}
        />
        <Check defaultChecked>Box</Check>
        <SelectBox name={`an example in ${scheme}`} checked={checked} onChoose={check} />
        <Check type="radio" name={id('radio')} defaultChecked>
          Radio
        </Check>
      </div>
      <FormButtons label="Save" onCancel={() => {}} />
    </form>
  );
}

function States({ scheme }: { readonly scheme: string }) {
  return (
    <div class="stack">
      <h3 class="part-title">States</h3>
      <Spinner label="Loading" />
      <p class="notice">A notice: something is to be known, nothing is to be done.</p>
      <Failure error={new Error('Neo4j does not answer. Try again.')} onRetry={() => {}} />
      <Empty title="Nothing is here yet">
        <p>What to do about it stands below.</p>
      </Empty>
      <Tabs
        label={`Tabs in ${scheme}`}
        current="one"
        items={[
          { id: 'one', title: 'Current', href: '/design' },
          { id: 'two', title: 'Another', href: '/design', count: 12 },
          { id: 'three', title: 'A third', href: '/design' },
        ]}
      />
    </div>
  );
}

function Lists({ scheme }: { readonly scheme: string }) {
  const [shown, show] = useState<'list' | 'table'>('list');
  return (
    <div class="stack">
      <h3 class="part-title">Lists</h3>
      <Segments
        label={`Lists in ${scheme}`}
        value={shown}
        options={[
          ['list', 'List'],
          ['table', 'Table'],
        ]}
        onChoose={show}
      />
      {shown === 'table' ? (
        <Table label={`A table in ${scheme}`} titles={['Name', 'Rows']}>
          {NAMES.map((name, at) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="number">{at + 1},000</td>
            </tr>
          ))}
        </Table>
      ) : (
        <ul class="rows-plain frame">
          {NAMES.map((name, at) => (
            <li key={name} class="bar spread">
              <span class="strong">{name}</span>
              <span class="muted small number">{at + 1},000 rows</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Overlays() {
  const [open, show] = useState(false);
  return (
    <Row title="Dialog">
      <button type="button" onClick={() => show(true)}>
        Open a dialog
      </button>
      {open && (
        <Dialog title="A dialog" onClose={() => show(false)}>
          <p>It keeps the focus, closes with Escape, and gives the focus back.</p>
          <FormButtons label="Delete" danger onCancel={() => show(false)} onYes={() => show(false)} />
        </Dialog>
      )}
    </Row>
  );
}
