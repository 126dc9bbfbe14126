import { group } from '../../group.ts';
import { deleteExpiredCeremonies } from './ceremony.ts';
import { passkeyEndpoints } from './endpoints.ts';

export const passkeys = group({
  name: 'credentials/passkeys',
  tables: { passkeys: { key: 'credentialId' }, passkeyCeremonies: { stays: 'lives for minutes' } },
  endpoints: passkeyEndpoints,
  sweep: deleteExpiredCeremonies,
});
