import { group } from '../../group.ts';
import { deleteExpiredDevices } from './trust-device.ts';

export const trustedDevices = group({
  name: 'sessions/trusted-devices',
  tables: { trustedDevices: { key: 'userId id' } },
  sweep: deleteExpiredDevices,
});
