import { on } from '../../../core/event.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { deleteExpiredDevices, endTrust } from './trust-device.ts';

export const trustedDevices = group({
  name: 'sessions/trusted-devices',
  tables: { trustedDevices: { key: 'userId id' } },
  sweep: deleteExpiredDevices,
  on: [on(accountChanged, endTrust)],
});
