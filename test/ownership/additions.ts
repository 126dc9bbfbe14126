import { totpCode } from '../authenticator-app.ts';
import { Authenticator, pageOrigin } from '../counterparts/authenticator.ts';
import type { Answer } from '../harness.ts';
import { codeSentTo, messagesTo } from '../messages.ts';
import { OAuthBrowser } from '../oauth-browser.ts';
import { passkeysOf } from '../passkeys.ts';
import { enrolTotp, refresh } from '../signed-in.ts';
import type { Creator } from './creations.ts';
import { collectEnchanted, rightSecret } from './enchanted.ts';
import {
  type Case,
  channelOf,
  creatorsProvider,
  exchangeOAuth,
  must,
  password,
  type World,
} from './world.ts';

/** A way in. Where it is open, the answer signs in, or adds a factor. */
export interface Door {
  name: string;
  open(): Promise<Answer>;
}

type Addition = (world: World, target: Case, creator: Creator) => Promise<Door[]>;

const nobody = { status: 401, headers: new Headers(), body: {} };

/**
 * Adds everything that a holder can add within a session, and leaves unfinished whatever can be. The ways in come in an
 * order in which none closes another one: what was added last comes first, because it has the least time left.
 */
export async function addEverything(world: World, target: Case, creator: Creator): Promise<Door[]> {
  const added: Door[][] = [];
  for (const add of additions) added.push(await add(world, target, creator));
  const again = creator.again ? [{ name: 'as it was made', open: creator.again }] : [];
  return [...added.reverse().flat(), ...again, ...(await beginEnchantedLink(world, target, creator))];
}

const typedNames = ({ victim, own }: Case, { loginId }: Creator) => [...new Set([victim, loginId, own])];

/** Requests a message for the names, and returns the answer to the one sent to the creator’s own address. */
async function askAt(world: World, target: Case, creator: Creator): Promise<Answer> {
  const { latchkey, post } = world;
  const channel = channelOf(target.own);
  const before = (await messagesTo(latchkey, target.own)).length;
  for (const loginId of typedNames(target, creator)) {
    await post(`otp/signin/${channel}`, { loginId });
    if ((await messagesTo(latchkey, target.own)).length === before) continue;
    return post(`otp/verify/${channel}`, { loginId, code: await codeSentTo(latchkey, target.own) });
  }
  return nobody;
}

const additions: Addition[] = [
  async function addAuthenticators({ latchkey, post }, _target, { loginId, refreshJwt }) {
    const code = await enrolTotp(latchkey, { loginId }, refreshJwt);
    const { key } = must(await post('totp/update', { loginId }, refreshJwt));
    const later = () => {
      latchkey.advance(30_000);
      return totpCode(key, latchkey.service.now());
    };
    const open = (code: string) => post('totp/verify', { loginId, code });
    return [
      { name: 'by an authenticator', open: () => open(code()) },
      { name: 'by an authenticator that was not finished', open: () => open(later()) },
    ];
  },
  async function addPassword({ post }, target, creator) {
    const { loginId, refreshJwt } = creator;
    must(await post('password/update', { loginId, newPassword: password }, refreshJwt));
    const open = (name: string) => post('password/signin', { loginId: name, password });
    return [
      { name: 'by a password', open: () => open(loginId) },
      { name: 'by a password, as another address', open: () => open(target.own) },
    ];
  },
  async function addPasskeys({ latchkey }, _target, { loginId, refreshJwt }) {
    const passkeys = passkeysOf(latchkey);
    const authenticator = new Authenticator();
    must(await passkeys.add(authenticator, loginId, refreshJwt));
    const started = await passkeys.start('signin', { loginId });
    const signIn = authenticator.get(started.options);
    const later = await passkeys.start('update', { loginId }, refreshJwt);
    const addition = authenticator.create(later.options);
    const open = async (name: string) => {
      const { transactionId, options } = await passkeys.start('signin', {
        loginId: name,
        origin: pageOrigin,
      });
      return passkeys.finish('signin', transactionId, authenticator.get(options, { at: 0 }));
    };
    return [
      { name: 'by a passkey', open: () => open(loginId) },
      { name: 'by a passkey without a name', open: () => open('') },
      {
        name: 'by a passkey that was asked for before',
        open: () => passkeys.finish('signin', started.transactionId, signIn),
      },
      {
        name: 'by a passkey that was not finished',
        open: () => passkeys.finish('update', later.transactionId, addition),
      },
    ];
  },
  async function addAddress(world, target, creator) {
    const { latchkey, post } = world;
    const channel = channelOf(target.own);
    const [path, field] = channel === 'sms' ? ['phone/sms', 'phone'] : ['email', 'email'];
    const { loginId, refreshJwt } = creator;
    const asked = { loginId, [field]: target.own, addToLoginIDs: true };
    must(await post(`otp/update/${path}`, asked, refreshJwt));
    const change = await codeSentTo(latchkey, target.own);
    const second = must(await post(`otp/verify/${channel}`, { loginId, code: change }, refreshJwt));
    must(await post(`otp/signin/${channel}`, { loginId: target.own }));
    const code = await codeSentTo(latchkey, target.own);
    return [
      {
        name: 'by a code that was sent before to another address',
        open: () => post(`otp/verify/${channel}`, { loginId: target.own, code }),
      },
      { name: 'by a code to another address', open: () => askAt(world, target, creator) },
      { name: 'by its second session', open: () => refresh(latchkey, second.refreshJwt) },
    ];
  },
  async function consent({ latchkey, post }, _target, { loginId, refreshJwt }) {
    must(await post('me/consent/impersonation', { expiresInSeconds: 3_600 }, refreshJwt));
    const asked = { impersonatorId: 'support', loginId, validateConsent: true };
    const open = () => latchkey.manage('POST', '/v1/mgmt/impersonate', asked);
    return [{ name: 'by a consent to impersonation', open }];
  },
  async function keepSession({ latchkey }, _target, { refreshJwt }) {
    return [{ name: 'by its first session', open: () => refresh(latchkey, refreshJwt) }];
  },
  async function linkProvider({ latchkey, oauth }, { tag }, { refreshJwt }) {
    const fields = { nameId: `sub-${tag}`, email: `creator-${tag}@provider.example`, name: 'Creator' };
    const linking = { path: '/update', bearer: `${latchkey.projectId}:${refreshJwt}` } as const;
    const signIn = (options = {}) => new OAuthBrowser(latchkey).signIn(creatorsProvider, fields, options);
    must(await exchangeOAuth(latchkey, await signIn(linking)));
    const waiting = await signIn();
    const linked = await signIn(linking);
    const browser = new OAuthBrowser(latchkey);
    const answer = await browser.answer(await browser.start(creatorsProvider, linking), fields);
    return [
      {
        name: 'by the code of a sign-in at a provider',
        open: () => exchangeOAuth(latchkey, waiting),
      },
      { name: 'by the code of a provider that was added', open: () => exchangeOAuth(latchkey, linked) },
      {
        name: 'by the answer of a provider that was to be added',
        open: async () => exchangeOAuth(latchkey, await browser.get(answer)),
      },
      { name: 'by a provider', open: () => oauth(creatorsProvider, fields) },
    ];
  },
];

/** The right link, opened by itself, is a proof of its own. So it comes last. */
async function beginEnchantedLink(
  world: World,
  { kind, victim }: Case,
  { loginId }: Creator,
): Promise<Door[]> {
  if (kind === 'phone' || loginId !== victim) return [];
  const asked = must(await world.post('enchantedlink/signin/email', { loginId }));
  const token = await rightSecret(world, victim, asked);
  return [
    {
      name: 'by an enchanted link that the owner opens later',
      open: () => collectEnchanted(world, victim, asked, token),
    },
  ];
}
