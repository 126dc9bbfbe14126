import { group } from '../../group.ts';
import { mountApplicationTest } from './pages.ts';

export const applicationTest = group({ name: 'pages/application-test', pages: mountApplicationTest });
