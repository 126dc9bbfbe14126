import { on } from '../../../core/event.ts';
import { loginIdsTaken } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { deleteTotpSignUps } from './delete-totp.ts';
import { totpEndpoints } from './endpoints.ts';
import { deleteExpiredSignUps, sealedTotpSecrets, sealedTotpSignUps } from './start-totp.ts';

export const totp = group({
  name: 'credentials/totp',
  tables: { totpCredentials: { key: 'userId' }, totpSignUps: { stays: 'lives for minutes' } },
  endpoints: totpEndpoints,
  sweep: deleteExpiredSignUps,
  sealed: [sealedTotpSecrets, sealedTotpSignUps],
  on: [on(loginIdsTaken, deleteTotpSignUps)],
});
