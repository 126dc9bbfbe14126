import { group } from '../../group.ts';
import { mountBrowserSessions } from './pages.ts';

export const browserSessions = group({ name: 'pages/browser-sessions', pages: mountBrowserSessions });
