/**
 * Runs before the page is drawn, so that it does not first appear in another theme.
 */
import { follow } from './preferences.ts';

follow();
