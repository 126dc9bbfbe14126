import type { ProjectContext } from '../../../core/context.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loginId } from '../../directory/users/wire-input.ts';
import { loginOptions } from '../../sessions/sessions/wire.ts';
import type { NewChallenge } from '../challenges/challenge.ts';
import { newCode } from '../challenges/issue.ts';
import { deliveryMethod, testSignIn } from '../challenges/sign-in-for-tests.ts';
import { testSlot } from './slots.ts';

async function makeTestCode(ctx: ProjectContext, challenge: NewChallenge): Promise<string> {
  const { code, keep } = newCode(ctx, challenge, testSlot(challenge.userId));
  await transaction(ctx, keep);
  return code;
}

export const otpTestUserEndpoints = [
  endpoint({
    name: 'management.user.generateOTPForTestUser',
    method: 'POST',
    path: '/v1/mgmt/tests/generate/otp',
    summary: 'Create a code that signs in a test user',
    description:
      'Valid for five minutes and five tries. It stays valid if the test user requests another code, which is not sent.',
    auth: 'management',
    input: t.object({ loginId, deliveryMethod, loginOptions }),
    output: t.object({ loginId: t.text(), code: t.text() }),
    errors: ['E011004', 'E112102', 'E501001'],
    client: { parameters: ['deliveryMethod', 'loginId', 'loginOptions'] },
    handle: async (ctx, { loginId, deliveryMethod: method, loginOptions }) => {
      const challenge = await testSignIn(ctx, loginId, { method, ...(loginOptions && { loginOptions }) });
      return { loginId, code: await makeTestCode(ctx, challenge) };
    },
  }),
];
