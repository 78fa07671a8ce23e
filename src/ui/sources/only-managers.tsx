import { AskForAccess } from '../parts/ask-for-access.tsx';
import { Empty } from '../parts/empty.tsx';

/** For who may not manage sources: recipes say where databases are and who reads them. */
export function OnlyManagers() {
  return (
    <div class="page stack far">
      <Empty title="You may not manage sources" level={1}>
        <p>Sources say where databases are, and who reads them. Ask for the right, if you connect some.</p>
        <AskForAccess privileges={['MANAGE_INGESTION']} entity={undefined} />
      </Empty>
    </div>
  );
}
