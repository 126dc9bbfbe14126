import { group } from '../../group.ts';
import { recoveryCodeEndpoints } from './endpoints.ts';

export const recoveryCodes = group({
  name: 'credentials/recovery-codes',
  tables: { recoveryCodes: { key: 'userId codeHash' } },
  endpoints: recoveryCodeEndpoints,
});
