import { group } from '../../group.ts';
import { mountConsentPage } from './pages.ts';

export const impersonationConsent = group({ name: 'pages/impersonation-consent', pages: mountConsentPage });
