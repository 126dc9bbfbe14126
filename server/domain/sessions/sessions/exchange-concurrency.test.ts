import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser } from '../../../../test/signed-in.ts';
import { transaction } from '../../../storage/transaction.ts';
import { issueExchangeCode } from './exchange-code.ts';
import { plainSignInOptions } from './sign-in-options.ts';

/** The exchange locks a code and then its user; a deletion locks the user and then the codes. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

function issueCode(userId: string): Promise<string> {
  const grant = { amr: ['fed'], method: 'saml', terms: plainSignInOptions, firstSeen: false };
  return transaction(latchkey.context, (ctx) => issueExchangeCode(ctx, userId, grant));
}

test('exchanging codes while their user is deleted or logged out succeeds or is refused, and never fails', async () => {
  for (const path of ['user/delete', 'user/logout', 'user/delete', 'user/logout']) {
    const { userId, loginId } = await createPasswordUser(latchkey);
    const codes = await Promise.all(Array.from({ length: 6 }, () => issueCode(userId)));
    const exchanges = codes.map((code) =>
      latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } }),
    );
    const revoked = latchkey.manage('POST', `/v1/mgmt/${path}`, { loginId });
    expect((await revoked).status, path).toBe(200);
    for (const status of statuses(await Promise.all(exchanges))) expect([200, 401]).toContain(status);
  }
});
