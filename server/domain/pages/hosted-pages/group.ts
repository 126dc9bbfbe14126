import { group } from '../../group.ts';
import { mountHostedPages } from './pages.ts';

export const hostedPages = group({ name: 'pages/hosted-pages', pages: mountHostedPages });
