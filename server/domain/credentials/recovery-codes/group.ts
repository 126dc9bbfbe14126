import { answer } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { recoveryCodesLeft } from '../../sessions/sign-in-policy/events.ts';
import { countRecoveryCodes } from './create-codes.ts';
import { recoveryCodeEndpoints } from './endpoints.ts';

export const recoveryCodes = group({
  name: 'credentials/recovery-codes',
  tables: { recoveryCodes: { key: 'userId codeHash' } },
  endpoints: recoveryCodeEndpoints,
  on: [answer(recoveryCodesLeft, countRecoveryCodes)],
});
