import { group } from '../../group.ts';
import { mountApplicationSignIn } from './pages.ts';

export const applicationSignIn = group({ name: 'pages/application-sign-in', pages: mountApplicationSignIn });
