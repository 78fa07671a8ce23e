import { Tabs } from './tabs.tsx';

export const GOVERN_PLACES = [
  { id: 'glossary', title: 'Glossary', href: '/glossary' },
  { id: 'domains', title: 'Domains', href: '/domains' },
  { id: 'products', title: 'Data products', href: '/products' },
  { id: 'tags', title: 'Tags', href: '/tags' },
  { id: 'documents', title: 'Documents', href: '/documents' },
  { id: 'properties', title: 'Properties', href: '/properties' },
  { id: 'forms', title: 'Forms', href: '/forms' },
  { id: 'people', title: 'People', href: '/people' },
] as const;

/** Links to all pages of governance. */
export function GovernTabs({ current }: { readonly current: string }) {
  return <Tabs label="Governance" items={GOVERN_PLACES} current={current} />;
}
