import { group } from '../../group.ts';
import { mountSsoSetup } from './pages.ts';

export const ssoSetup = group({ name: 'pages/sso-setup', pages: mountSsoSetup });
