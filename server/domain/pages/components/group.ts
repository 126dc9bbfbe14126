import { group } from '../../group.ts';
import { mountComponents } from './pages.ts';

export const components = group({ name: 'pages/components', pages: mountComponents });
