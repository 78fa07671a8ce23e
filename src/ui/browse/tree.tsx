/**
 * Folders that open in place. Each is read when it is opened for the first time.
 */
import { useState } from 'preact/hooks';
import { browse } from '../api/browse.ts';
import { platformOfUrn, typeOfUrn } from '../api/urn.ts';
import { capital, plural } from '../data/words.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { PlatformMark } from '../parts/platform-mark.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useName } from '../parts/use-name.ts';
import { navigate } from '../route.ts';
import { settings } from '../settings.ts';

interface TreeProps {
  /** Constant of an entity type. */
  readonly type: string;
  /** The path that is open at first. */
  readonly opened: readonly string[];
}

const STEP = 100;

export function Tree({ type, opened: path }: TreeProps) {
  // Later paths only follow what the reader opens and closes.
  const [opened] = useState(path);
  return (
    <div class="tree card">
      <Level type={type} path={[]} opened={opened} />
    </div>
  );
}

type LevelProps = TreeProps & { readonly path: readonly string[] };

function Level({ type, path, opened }: LevelProps) {
  const [count, setCount] = useState(STEP);
  const { last: data, error, loading, reload } = useLoad((signal) => browse(type, path, count, signal), [type, path, count]);
  if (!data) return <Loading label="Opening the folder" error={error} onRetry={reload} />;
  if (data.groups.length + data.entities.length === 0) {
    return (
      <Empty title="This folder is empty">
        <p>No entity of this type is in this folder, or the folder no longer exists. Search still finds every entity.</p>
      </Empty>
    );
  }
  const full = data.groups.length + data.entities.length >= count;
  return (
    <>
      <ul class="tree-level" aria-busy={loading}>
        {data.groups.map(({ name, count: size }) => (
          <Branch key={name} type={type} path={[...path, name]} size={size} opened={opened} alone={data.groups.length + data.entities.length === 1} />
        ))}
        {data.entities.map((urn) => (
          <li key={urn} class="tree-leaf line breaks">
            <PlatformMark platform={platformOfUrn(urn)} type={typeOfUrn(urn)} />
            <EntityLink urn={urn} />
          </li>
        ))}
      </ul>
      <Failure error={error} onRetry={reload} />
      {full && <Button label="Show more" class="plain" disabled={loading} onClick={() => setCount(count + STEP)} />}
    </>
  );
}

interface BranchProps extends LevelProps {
  readonly size: number;
  /** Nothing else is beside it. */
  readonly alone: boolean;
}

/** A folder. One that is alone opens by itself: there is nothing to choose. */
function Branch({ type, path, size, opened, alone }: BranchProps) {
  const [open, setOpen] = useState(alone || path.every((name, at) => opened[at] === name));
  const turn = (): void => {
    setOpen(!open);
    const shown = open ? path.slice(0, -1) : path;
    navigate(`/browse/${[type, ...shown].map(encodeURIComponent).join('/')}`, { replace: true });
  };
  return (
    <li>
      <button type="button" class="tree-folder" aria-expanded={open} onClick={turn}>
        <span class="tree-arrow" aria-hidden="true" />
        <span class="tree-name breaks">
          <FolderName type={type} path={path} />
        </span>
        <span class="muted small">{plural(size, 'entity', 'entities')}</span>
      </button>
      {open && <Level type={type} path={path} opened={opened} />}
    </li>
  );
}

/** Environments and platforms are called as everywhere; other folders as their source calls them. */
function FolderName({ type, path }: { readonly type: string; readonly path: readonly string[] }) {
  const name = path.at(-1) ?? '';
  const depth = path.length - (type === 'DATASET' ? 1 : 0);
  return <>{useName(`${settings.urnPrefix}dataPlatform:${name}`, depth === 1 ? undefined : depth === 0 ? capital(name) : name)}</>;
}
