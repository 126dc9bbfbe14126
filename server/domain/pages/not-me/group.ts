import { group } from '../../group.ts';
import { mountNotMePage } from './pages.ts';

export const notMe = group({ name: 'pages/not-me', pages: mountNotMePage });
