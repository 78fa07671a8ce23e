/**
 * Shows the design page in place of the pages (design-script.ts).
 */
import { render } from 'preact';
import style from './design.css';
import { DesignPage } from './page.tsx';

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets = [sheet];
const root = document.getElementById('app');
if (root)
  render(
    <main>
      <DesignPage />
    </main>,
    root,
  );
