import type { Answer } from '../harness.ts';
import { connectTenant } from '../identity-provider.ts';
import { codeSentTo, messagesTo, secretSentTo } from '../messages.ts';
import { connectOidcTenant } from '../openid-provider.ts';
import { collectEnchanted } from './enchanted.ts';
import { type Case, channelOf, must, ownersProvider, type World } from './world.ts';

/** A way in which the owner of an address proves it without any other credential. */
export interface Proof {
  name: string;
  kind: Case['kind'];
  /** Why it opens no account that an administrator made with an address that is not verified. */
  notToGiven?: string;
  /** The answer that signs the owner in. */
  prove(world: World, target: Case): Promise<Answer>;
}

const byCode: Proof['prove'] = async ({ latchkey, post }, { victim: loginId }) => {
  const channel = channelOf(loginId);
  must(await post(`otp/signup-in/${channel}`, { loginId }));
  return post(`otp/verify/${channel}`, { loginId, code: await codeSentTo(latchkey, loginId) });
};

const byMagicLink: Proof['prove'] = async ({ latchkey, post }, { victim: loginId }) => {
  must(await post(`magiclink/signup-in/${channelOf(loginId)}`, { loginId }));
  return post('magiclink/verify', { token: await secretSentTo(latchkey, loginId) });
};

const byInvitation: Proof['prove'] = async ({ latchkey, manage, post }, { kind, victim: loginId }) => {
  const sent = kind === 'email' ? { email: loginId, sendMail: true } : { phone: loginId, sendSMS: true };
  await manage('user/create', { loginId, invite: true, ...sent });
  return post('magiclink/verify', { token: await secretSentTo(latchkey, loginId) });
};

const ownersTenant = (tag: string) => `${tag}-owners`;

export const proofs: Proof[] = [
  { name: 'a code by mail', kind: 'email', prove: byCode },
  { name: 'a magic link by mail', kind: 'email', prove: byMagicLink },
  {
    name: 'an enchanted link',
    kind: 'email',
    async prove(world, { victim: loginId }) {
      const asked = must(await world.post('enchantedlink/signup-in/email', { loginId }));
      return collectEnchanted(world, loginId, asked);
    },
  },
  { name: 'an invitation by mail', kind: 'email', prove: byInvitation },
  {
    name: 'a provider that has verified the address',
    kind: 'email',
    notToGiven: 'the address is a conflict: its user signs in as before, and adds the provider then',
    prove: ({ oauth }, { tag, victim }) =>
      oauth(ownersProvider, { nameId: `owner-${tag}`, email: victim, name: 'Owner' }),
  },
  {
    name: 'SAML of the tenant that has the domain',
    kind: 'email',
    async prove({ latchkey, idp, saml }, { tag, domain, victim }) {
      await connectTenant(latchkey, ownersTenant(tag), idp, {}, { domains: [domain] });
      return saml(ownersTenant(tag), { nameId: victim });
    },
  },
  {
    name: 'OpenID Connect of the tenant that has the domain',
    kind: 'email',
    async prove({ latchkey, openIdProvider, oidc }, { tag, domain, victim }) {
      await connectOidcTenant(latchkey, ownersTenant(tag), openIdProvider, {}, { domains: [domain] });
      return oidc(ownersTenant(tag), { sub: `owner-${tag}`, email: victim });
    },
  },
  { name: 'a code by SMS', kind: 'phone', prove: byCode },
  { name: 'a magic link by SMS', kind: 'phone', prove: byMagicLink },
  { name: 'an invitation by SMS', kind: 'phone', prove: byInvitation },
];

/** The proof that reaches only an account whose login ID is the address. */
export const reset: Proof = {
  name: 'a link for a new password',
  kind: 'email',
  async prove({ latchkey, post }, { victim: loginId }) {
    must(await post('password/reset', { loginId }));
    return post('magiclink/verify', { token: await secretSentTo(latchkey, loginId) });
  },
};

/** Returns the number of messages that an address gets for a password reset request. */
export async function messagesOfReset({ latchkey, post }: World, loginId: string): Promise<number> {
  const before = (await messagesTo(latchkey, loginId)).length;
  must(await post('password/reset', { loginId }));
  return (await messagesTo(latchkey, loginId)).length - before;
}
