import { hash as hashByBcrypt } from '@node-rs/bcrypt';
import { totpCode } from '../authenticator-app.ts';
import { Authenticator } from '../counterparts/authenticator.ts';
import type { Answer } from '../harness.ts';
import { connectTenant } from '../identity-provider.ts';
import { codeSentTo, secretSentTo } from '../messages.ts';
import { connectOidcTenant } from '../openid-provider.ts';
import { passkeysOf } from '../passkeys.ts';
import { collectEnchanted } from './enchanted.ts';
import { type Case, channelOf, creatorsProvider, must, password, type World } from './world.ts';

/** A person who created an account in another person's name, and is signed in to it. */
export interface Creator {
  /** The name or address that the account is named after. */
  loginId: string;
  userId: string;
  refreshJwt: string;
  /** Comes in again as the account was made. */
  again?: () => Promise<Answer>;
}

export interface Creation {
  name: string;
  /** Why it cannot be done in the name of somebody else’s address of a kind. */
  impossible?: Partial<Record<Case['kind'], string>>;
  create(world: World, target: Case): Promise<Creator>;
}

const toCreator = (loginId: string, answer: Answer, again?: Creator['again']): Creator => {
  const { refreshJwt, user } = must(answer);
  return { loginId, refreshJwt, userId: user.userId, ...(again && { again }) };
};

/** The account is named after the victim, and the creator proves the address of the other kind that they own. */
const byOwnAddress = ({ kind, victim, own }: Case) => ({
  loginId: victim,
  user: kind === 'email' ? { email: victim, phone: own } : { phone: victim, email: own },
});

const inSso = (tag: string) => `${tag}-creators`;

export const creations: Creation[] = [
  {
    name: 'a password',
    create: async ({ post }, { victim }) =>
      toCreator(victim, await post('password/signup', { loginId: victim, password })),
  },
  {
    name: 'an import that does not say whose address it is',
    async create({ manage, post }, { kind, victim: loginId }) {
      const said =
        kind === 'email'
          ? { email: loginId, email_verified: false }
          : { phone_number: loginId, phone_verified: false };
      const password_hash = await hashByBcrypt(password, 4);
      const users = [{ user_id: `auth0|${loginId}`, ...said, password_hash }];
      await manage('user/import', { source: 'auth0', users: JSON.stringify(users) });
      return toCreator(loginId, await post('password/signin', { loginId, password }));
    },
  },
  {
    name: 'an authenticator',
    async create({ latchkey, post }, { victim: loginId }) {
      const { key } = must(await post('totp/signup', { loginId }));
      const code = totpCode(key, latchkey.service.now());
      // There is one at a time: the one that is added later takes its place.
      return toCreator(loginId, await post('totp/verify', { loginId, code }));
    },
  },
  {
    name: 'a passkey',
    async create({ latchkey }, { victim }) {
      const [authenticator, passkeys] = [new Authenticator(), passkeysOf(latchkey)];
      const answer = await passkeys.signUp(authenticator, victim);
      return toCreator(victim, answer, () => passkeys.signIn(authenticator, victim, { at: 0 }));
    },
  },
  {
    name: 'a provider without proof of the address',
    impossible: {
      phone: 'a provider’s user is named after a verified email or the subject, never after a number',
    },
    async create({ oauth }, { tag, victim }) {
      const fields = { nameId: `sub-${tag}`, email: victim, name: 'Creator', fault: 'unverified-email' };
      const signIn = () => oauth(creatorsProvider, fields);
      const answer = await signIn();
      return toCreator(must(answer).user.loginIds[0], answer, signIn);
    },
  },
  {
    name: 'SAML of a tenant without the domain',
    async create({ latchkey, idp, saml }, { tag, victim }) {
      await connectTenant(latchkey, inSso(tag), idp, { subjectNameIdFormat: '' });
      const signIn = () => saml(inSso(tag), { nameId: victim });
      const answer = await signIn();
      return toCreator(must(answer).user.loginIds[0], answer, signIn);
    },
  },
  {
    name: 'OpenID Connect of a tenant without the domain',
    async create({ latchkey, openIdProvider, oidc }, { tag, kind, victim }) {
      const mapping = kind === 'phone' ? { userAttrMapping: { loginId: 'phone_number' } } : {};
      await connectOidcTenant(latchkey, inSso(tag), openIdProvider, mapping);
      const said = kind === 'email' ? { email: victim, email_verified: true } : { phone_number: victim };
      const signIn = () => oidc(inSso(tag), { sub: `creator-${tag}`, ...said });
      const answer = await signIn();
      return toCreator(must(answer).user.loginIds[0], answer, signIn);
    },
  },
  {
    name: 'a code to another address',
    async create({ latchkey, post }, target) {
      const channel = channelOf(target.own);
      must(await post(`otp/signup/${channel}`, byOwnAddress(target)));
      const code = await codeSentTo(latchkey, target.own);
      return toCreator(target.victim, await post(`otp/verify/${channel}`, { loginId: target.victim, code }));
    },
  },
  {
    name: 'a magic link to another address',
    async create({ latchkey, post }, target) {
      must(await post(`magiclink/signup/${channelOf(target.own)}`, byOwnAddress(target)));
      const token = await secretSentTo(latchkey, target.own);
      return toCreator(target.victim, await post('magiclink/verify', { token }));
    },
  },
  {
    name: 'an enchanted link to another address',
    impossible: {
      email: 'enchanted links go by mail, and a sign-up named after an email has to prove that one',
    },
    async create(world, target) {
      const asked = must(await world.post('enchantedlink/signup/email', byOwnAddress(target)));
      return toCreator(target.victim, await collectEnchanted(world, target.own, asked));
    },
  },
];
