import { newSecret } from '../../../core/crypto.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loginId } from '../../directory/users/wire-input.ts';
import { loginOptions } from '../../sessions/sessions/wire.ts';
import { checkLinkTarget, linkUrl } from '../challenges/link-url.ts';
import { testSignIn } from '../challenges/sign-in-for-tests.ts';
import { linkTarget } from '../challenges/wire.ts';
import { issueEnchantedLink } from './send-links.ts';

export const enchantedLinkTestUserEndpoints = [
  endpoint({
    name: 'management.user.generateEnchantedLinkForTestUser',
    method: 'POST',
    path: '/v1/mgmt/tests/generate/enchantedlink',
    summary: 'Create an enchanted link that signs in a test user',
    description:
      'Returns the correct one of the three links. It works once, within ten minutes. Nothing is sent.',
    auth: 'management',
    input: t.object({ loginId, URI: linkTarget, loginOptions }),
    output: t.object({ loginId: t.text(), link: t.text({ maxLength: 4_096 }), pendingRef: t.text() }),
    errors: ['E011004', 'E112102'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI: target, loginOptions = {} }) => {
      checkLinkTarget(ctx, target);
      const challenge = await testSignIn(ctx, loginId, { loginOptions });
      const pendingRef = newSecret();
      const { right } = await transaction(ctx, (ctx) => issueEnchantedLink(ctx, challenge, pendingRef));
      return { loginId, link: linkUrl(ctx, { target, kind: 'enchanted', secret: right }), pendingRef };
    },
  }),
];
