import { group } from '../../group.ts';
import { deleteForgottenNotices } from './notice-user.ts';

export const securityNotices = group({
  name: 'credentials/security-notices',
  tables: {
    seenDevices: { key: 'userId deviceHash' },
    securityNotices: { stays: 'their links lead to this instance' },
  },
  sweep: deleteForgottenNotices,
});
