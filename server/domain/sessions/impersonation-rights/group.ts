import { group } from '../../group.ts';
import { deleteForgottenConsents } from './give-consent.ts';

export const impersonationRights = group({
  name: 'sessions/impersonation-rights',
  tables: {
    impersonationConsents: { key: 'userId impersonatorId tenantId', computed: ['impersonator', 'tenant'] },
  },
  sweep: deleteForgottenConsents,
});
