import { group } from '../../group.ts';
import { mountSamlSignIn } from './pages.ts';

export const samlSignIn = group({ name: 'pages/saml-sign-in', pages: mountSamlSignIn });
