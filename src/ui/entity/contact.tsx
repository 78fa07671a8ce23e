/**
 * How to reach a person or a group, and which groups a person is in.
 */
import type { EntityView } from '../api/entity.ts';
import { stringsIn, textOf } from '../data/is-record.ts';
import { EntityLink } from '../parts/entity-link.tsx';
import { valuesOf } from './values-of.ts';

/** What people have edited comes first. */
const SOURCES = ['corpUserEditableInfo', 'corpUserInfo', 'corpGroupEditableInfo', 'corpGroupInfo'];
const FACTS = [
  ['Title', 'title'],
  ['Department', 'departmentName'],
  ['Email', 'email'],
  ['Phone', 'phone'],
  ['Slack', 'slack'],
] as const;

/** A section of the sidebar. Nothing if the source said nothing. */
export function Contact({ entity }: { readonly entity: EntityView }) {
  const values = valuesOf(entity);
  const known = FACTS.flatMap(([title, field]) => {
    const text = SOURCES.map((aspect) => textOf(values[aspect]?.[field])).find((each) => each !== '');
    return text === undefined ? [] : [{ title, field, text }];
  });
  const { nativeGroupMembership, groupMembership } = values;
  const groups = [...new Set([...stringsIn(nativeGroupMembership?.nativeGroups), ...stringsIn(groupMembership?.groups)])];
  if (known.length + groups.length === 0) return null;
  return (
    <section class="side-section stack close breaks">
      <h2>Contact</h2>
      <dl class="facts stack close">
        {known.map(({ title, field, text }) => (
          <div key={field}>
            <dt>{title}</dt>
            <dd>{field === 'email' ? <a href={`mailto:${encodeURIComponent(text)}`}>{text}</a> : text}</dd>
          </div>
        ))}
        {groups.length > 0 && (
          <div>
            <dt>Groups</dt>
            <dd class="stack flush">
              {groups.map((urn) => (
                <EntityLink key={urn} urn={urn} />
              ))}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
