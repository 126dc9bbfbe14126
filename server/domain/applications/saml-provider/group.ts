import { group } from '../../group.ts';
import { deleteForgottenLogouts } from './single-logout/begin-logout.ts';

export const samlProvider = group({
  name: 'applications/saml-provider',
  tables: {
    samlParticipants: { key: 'browserSessionId ssoAppId' },
    samlLogouts: { stays: 'lives for minutes' },
  },
  sweep: deleteForgottenLogouts,
});
