/**
 * The pages of sources, which few people open: one file that is loaded with the first of them.
 */
export { SourcesPage } from './page.tsx';
export { SourcePage } from './source-page.tsx';
