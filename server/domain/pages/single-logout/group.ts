import { group } from '../../group.ts';
import { mountSingleLogout } from './pages.ts';

export const singleLogout = group({ name: 'pages/single-logout', pages: mountSingleLogout });
