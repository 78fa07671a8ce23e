/**
 * What the pages load only when it is first shown, as one file: the page of an entity is more than half of all scripts, and more files would cost
 * more requests than they save bytes.
 */
export { AccessPage } from './access/page.tsx';
export { BulkPage } from './activity/bulk-page.tsx';
export { RunsPage } from './activity/runs-page.tsx';
export { ImportDialog } from './bulk/import-dialog.tsx';
export { EntityPage } from './entity/page.tsx';
export { FormPage } from './forms/form-page.tsx';
export { FormsPage } from './forms/page.tsx';
export { AllowPage } from './frame/allow-page.tsx';
export { MailsPage } from './frame/mails-page.tsx';
export { SettingsPage } from './frame/settings-page.tsx';
export { ResetPage, SignUpPage } from './frame/sign-up-page.tsx';
export { ImportGlossary } from './glossary/import-dialog.tsx';
export { CoveragePage } from './home/coverage-page.tsx';
export { InboxPage } from './inbox/page.tsx';
export { Explanation } from './parts/why-explained.tsx';
export { PropertiesPage } from './properties/page.tsx';
export { PropertyPage } from './properties/property-page.tsx';
export { SourcesPage } from './sources/page.tsx';
export { SourcePage } from './sources/source-page.tsx';
export { ViewsPage } from './views/page.tsx';
export { WebhooksPage } from './webhooks/page.tsx';
