import { applicationList, container, dialog, overview } from './elements.ts';
import type { WidgetPage } from './page.ts';
import { profileRow } from './profile-row.ts';

/** Writes a page as HTML. */
export function writeWidgetPage(page: WidgetPage): string {
  switch (page.kind) {
    case 'overview':
      return `${overview(page)}\n`;
    case 'applications':
      return `${applicationList(page)}\n`;
    case 'dialog':
      return `${dialog(page)}\n`;
    case 'profile':
      return `${container('column', { padding: '1rem', gap: '1.5rem' }, page.rows.map(profileRow))}\n`;
  }
}
