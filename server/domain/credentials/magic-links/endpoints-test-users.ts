import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loginId } from '../../directory/users/wire-input.ts';
import { loginOptions } from '../../sessions/sessions/wire.ts';
import { issueLink } from '../challenges/issue.ts';
import { checkLinkTarget, linkUrl } from '../challenges/link-url.ts';
import { deliveryMethod, testSignIn } from '../challenges/sign-in-for-tests.ts';
import { linkTarget } from '../challenges/wire.ts';

export const magicLinkTestUserEndpoints = [
  endpoint({
    name: 'management.user.generateMagicLinkForTestUser',
    method: 'POST',
    path: '/v1/mgmt/tests/generate/magiclink',
    summary: 'Create a magic link that signs in a test user',
    description: 'Valid once, within ten minutes. Nothing is sent.',
    auth: 'management',
    input: t.object({ loginId, deliveryMethod, URI: linkTarget, loginOptions }),
    output: t.object({ loginId: t.text(), link: t.text({ maxLength: 4_096 }) }),
    errors: ['E011004', 'E112102', 'E501001'],
    client: { parameters: ['deliveryMethod', 'loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, deliveryMethod: method, URI: target, loginOptions = {} }) => {
      checkLinkTarget(ctx, target);
      const challenge = await testSignIn(ctx, loginId, { method, loginOptions });
      const { secret } = await transaction(ctx, (ctx) => issueLink(ctx, challenge));
      return { loginId, link: linkUrl(ctx, { target, kind: 'magic', secret }) };
    },
  }),
];
