/**
 * What is loaded when it is first shown, as one file: more files would cost more requests than they save bytes.
 */
export { DesignPage } from './design/page.tsx';
export { EntityPage } from './entity/page.tsx';
export { InboxPage } from './inbox/page.tsx';
export { WebhooksPage } from './webhooks/page.tsx';
