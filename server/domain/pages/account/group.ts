import { group } from '../../group.ts';
import { mountAccountPage } from './pages.ts';

export const account = group({ name: 'pages/account', pages: mountAccountPage });
