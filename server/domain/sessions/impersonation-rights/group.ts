import { on } from '../../../core/event.ts';
import { holderLeaving } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { deleteForgottenConsents, withdrawAllConsents } from './give-consent.ts';

export const impersonationRights = group({
  name: 'sessions/impersonation-rights',
  tables: {
    impersonationConsents: { key: 'userId impersonatorId tenantId', computed: ['impersonator', 'tenant'] },
  },
  sweep: deleteForgottenConsents,
  on: [on(holderLeaving, withdrawAllConsents)],
});
