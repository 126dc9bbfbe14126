import { signInMethods } from '../../server/core/hosted-pages.ts';
import type { ActionName } from '../../server/domain/pages/flows/definitions/actions.ts';
import type { Wanted } from './people.ts';

/** The settings of a project and a user, under which people walk through flows. */
export interface Arrangement extends Wanted {
  name: string;
  flows: readonly string[];
  /** The methods of the project. Absent: all, with the password first. */
  methods?: readonly string[];
  hostedPages?: { signUpProvesAddress?: boolean; offerPasskeys?: boolean };
  /** A policy of the project, for users who do not exist yet. */
  projectPolicy?: readonly string[];
  /** The policy that takes the place of the user's before a further factor is proven. */
  nextPolicy?: readonly string[];
  /** The interactions before which it does so. Absent: the proofs of a further factor. */
  nextBefore?: readonly ActionName[];
  options?: object;
  /** Passkeys of the project do not work on this page. */
  isOnForeignPage?: true;
  /** The other site refuses. */
  refuses?: true;
  isSignedOut?: true;
  /** Interactions that nobody takes here, because another one is meant to come first. */
  leavesOut?: readonly ActionName[];
}

const first = (method: string) => [method, ...signInMethods.filter((other) => other !== method)];

const signIns = ['sign-up-or-in', 'sign-in'];
const signUps = ['sign-up-or-in', 'sign-up'];
/** The flow that has everything that the other sign-ins have, and more. */
const whole = ['sign-up-or-in'];
const all = ['sign-up-or-in', 'sign-in', 'sign-up'];
const offers = { offerPasskeys: true };

const everything = ['totp', 'passkey', 'sms', 'email', 'recoveryCode'];
const unproven = { signUpProvesAddress: false };

/** Users of no policy, and the ways to say who they are. */
const plain: Arrangement[] = [
  { name: 'no policy', flows: signIns, has: ['totp', 'passkey'] },
  { name: 'a code first', flows: whole, methods: first('emailCode') },
  { name: 'a link first', flows: whole, methods: first('magicLink') },
  { name: 'an authenticator first', flows: whole, methods: first('totp'), has: ['totp'] },
  { name: 'an organization', flows: all, typesEmail: true },
  { name: 'an organization that the page names', flows: whole, options: { tenant: 'corp' } },
  { name: 'a refusal elsewhere', flows: all, typesEmail: true, refuses: true },
  { name: 'an expired password', flows: signIns, passwordIsExpired: true },
  { name: 'passkeys offered', flows: whole, hostedPages: offers, typesEmail: true },
  {
    name: 'passkeys offered after an expired password',
    flows: whole,
    hostedPages: offers,
    passwordIsExpired: true,
  },
];

/** People without an account. */
const newcomers: Arrangement[] = [
  { name: 'a new address', flows: signUps, isNew: 'email' },
  { name: 'a new address, a link first', flows: whole, isNew: 'email', methods: first('magicLink') },
  { name: 'a new number', flows: whole, isNew: 'phone', methods: first('smsCode') },
  { name: 'a new password', flows: signUps, isNew: 'email', hostedPages: unproven },
  { name: 'a new number, unproven', flows: whole, isNew: 'phone', hostedPages: unproven },
  {
    name: 'a new authenticator',
    flows: whole,
    isNew: 'email',
    hostedPages: unproven,
    methods: first('totp'),
  },
  {
    name: 'a new password, and passkeys offered',
    flows: whole,
    isNew: 'email',
    hostedPages: { ...unproven, ...offers },
  },
  {
    name: 'a new account that needs a second factor',
    flows: whole,
    isNew: 'email',
    hostedPages: unproven,
    projectPolicy: everything,
  },
];

/** Users whose policy requires a second factor. */
const wanting: Omit<Arrangement, 'flows'>[] = [
  { name: 'an authenticator', has: ['totp'], policy: ['totp'] },
  { name: 'a passkey', has: ['passkey', 'totp'], policy: ['passkey'] },
  { name: 'a recovery code', has: ['totp', 'recoveryCodes', 'passkey'], policy: ['recoveryCode'] },
  { name: 'an authenticator beside a passkey', has: ['totp', 'passkey'], policy: ['totp'] },
  { name: 'a code by email', has: ['totp', 'passkey'], policy: ['email'] },
  { name: 'any factor', has: ['totp', 'passkey', 'recoveryCodes'], policy: everything },
  { name: 'an authenticator to set up', policy: ['totp'] },
  { name: 'a factor to set up beside an authenticator', has: ['totp'], policy: ['passkey'] },
  { name: 'a factor to set up beside a passkey', has: ['passkey'], policy: ['totp'] },
  {
    name: 'an address to prove',
    policy: ['sms', 'email'],
    hasUnverifiedAddresses: true,
    methods: ['password', 'emailCode'],
  },
  {
    name: 'a number to prove',
    policy: ['sms', 'email'],
    hasUnverifiedAddresses: true,
    hasNoPassword: true,
    methods: ['emailCode'],
  },
  {
    name: 'any factor after a provider',
    has: ['totp', 'passkey', 'recoveryCodes'],
    policy: everything,
    methods: ['oauth', 'emailCode'],
    leavesOut: ['signUp'],
  },
  {
    name: 'a device that the user trusts',
    has: ['totp'],
    policy: ['totp'],
    when: 'newDevice',
    trustsDevice: true,
    methods: ['password'],
  },
  { name: 'a factor to set up soon', policy: ['totp', 'passkey'], graceDays: 7 },
  { name: 'a passkey of another page', has: ['passkey', 'totp'], policy: ['passkey'], isOnForeignPage: true },
];

const policies: Arrangement[] = wanting.flatMap((one) => [
  { ...one, flows: whole, typesEmail: true },
  ...(one.methods
    ? []
    : [
        {
          ...one,
          name: `${one.name}, an expired password`,
          flows: whole,
          passwordIsExpired: true,
          methods: ['password'],
          leavesOut: ['sendReset' as const],
        },
      ]),
]);

/** The ways to begin that make a difference to what a changed policy asks for. */
const fewMethods = ['password', 'emailCode'];

const ofAll = ['totp', 'passkey', 'recoveryCodes'] as const;

/** The factor that a user has to prove, and the policy that has taken the place of theirs meanwhile. */
const changes: Arrangement[] = [
  { has: ofAll, policy: ['totp'], nextPolicy: ['passkey'] },
  { has: ofAll, policy: ['totp'], nextPolicy: ['passkey'], isOnForeignPage: true as const },
  { has: ofAll, policy: ['totp'], nextPolicy: ['recoveryCode'] },
  { has: ofAll, policy: ['totp'], nextPolicy: ['email'] },
  { has: ofAll, policy: ['passkey'], nextPolicy: ['totp'] },
  { has: ofAll, policy: ['passkey'], nextPolicy: ['recoveryCode'] },
  { has: ofAll, policy: ['email'], nextPolicy: ['totp'] },
  { has: ofAll, policy: ['email'], nextPolicy: ['passkey'] },
  { has: ofAll, policy: ['email'], nextPolicy: ['passkey'], isOnForeignPage: true as const },
  { has: ofAll, policy: ['email'], nextPolicy: ['recoveryCode'] },
  // These have to set up what the new policy wants.
  { has: ['totp'] as const, policy: ['totp'], nextPolicy: ['passkey'] },
  { has: ['passkey'] as const, policy: ['passkey'], nextPolicy: ['totp'] },
  { has: ['totp'] as const, policy: ['email'], nextPolicy: ['passkey'] },
].map((one) => ({
  ...one,
  name: nameOfChange('proven', one),
  flows: whole,
  typesEmail: true,
  methods: fewMethods,
}));

function nameOfChange(
  verb: string,
  { has = [], policy = [], nextPolicy = [], nextBefore, graceDays, isOnForeignPage }: Partial<Arrangement>,
): string {
  const soon = graceDays ? ' soon' : '';
  const then = nextBefore ? `but for ${nextPolicy}` : `then ${nextPolicy}`;
  return `${policy} ${verb}${soon} beside ${has}, ${then}${isOnForeignPage ? ' of another page' : ''}`;
}

const beforeAdding = ['addTotp', 'createPasskey'] as const;

/** Users who could put off what they set up, and have what the new policy wants. */
const inGrace = [
  { has: ['passkey'] as const, policy: ['totp'], nextPolicy: ['passkey'] },
  {
    has: ['passkey'] as const,
    policy: ['totp'],
    nextPolicy: ['passkey'],
    isOnForeignPage: true as const,
  },
  { has: ['passkey', 'recoveryCodes'] as const, policy: ['totp'], nextPolicy: ['recoveryCode'] },
  { has: ['passkey'] as const, policy: ['totp'], nextPolicy: ['email'] },
  { has: ['totp'] as const, policy: ['passkey'], nextPolicy: ['totp'] },
  { has: ['totp'] as const, policy: ['passkey'], nextPolicy: ['email'] },
  { has: ['totp', 'recoveryCodes'] as const, policy: ['passkey'], nextPolicy: ['recoveryCode'] },
].flatMap((one) => [
  { ...one, graceDays: 7 },
  { ...one, graceDays: 7, nextBefore: beforeAdding },
]);

/** Users who set up a factor, while the policy comes to want another one. */
const additions: Arrangement[] = [
  { has: [], policy: ['totp'], nextPolicy: ['passkey'] },
  { has: [], policy: ['passkey'], nextPolicy: ['totp'] },
  // These have what the new policy wants. Without a grace period, their sign-in cannot be completed.
  { has: ['passkey'] as const, policy: ['totp'], nextPolicy: ['passkey'], flows: all },
  { has: ['totp'] as const, policy: ['passkey'], nextPolicy: ['totp'] },
  { has: ['passkey'] as const, policy: ['totp'], nextPolicy: ['passkey'], nextBefore: beforeAdding },
  { has: ['totp'] as const, policy: ['passkey'], nextPolicy: ['totp'], nextBefore: beforeAdding },
  ...inGrace,
].map((one) => ({
  flows: whole,
  ...one,
  name: nameOfChange('added', one),
  typesEmail: true,
  methods: fewMethods,
}));

/** Users whose sign-in is complete but for what the project offers. */
const offered: Arrangement[] = [
  { has: ['totp', 'recoveryCodes'] as const, policy: ['totp'] },
  { has: ['totp', 'recoveryCodes'] as const, policy: ['recoveryCode'] },
  { has: ['totp'] as const, policy: ['email'] },
  { has: [] as const, policy: ['totp'] },
  ...[['createPasskey'] as const, ['comeBack'] as const].flatMap((nextBefore) => [
    { has: ['totp'] as const, nextPolicy: ['totp'], nextBefore },
    { has: ['totp'] as const, nextPolicy: ['email'], nextBefore },
    { has: ['totp'] as const, nextPolicy: ['email'], nextBefore, methods: ['emailCode', 'passkey'] },
    { has: ['totp', 'recoveryCodes'] as const, nextPolicy: ['recoveryCode'], nextBefore },
  ]),
].map((one) => ({
  methods: ['password', 'emailCode', 'passkey'],
  ...one,
  name: nameOfOffer(one),
  flows: whole,
  typesEmail: true,
  hostedPages: offers,
}));

function nameOfOffer({ has = [], policy = [], nextPolicy, nextBefore }: Partial<Arrangement>): string {
  const then = nextPolicy ? `, and ${nextPolicy} before ${nextBefore}` : '';
  return `passkeys offered after ${policy} of ${has}${then}`;
}

/** Users who prove again who they are. */
const stepUps: Arrangement[] = [
  { name: 'no session', isSignedOut: true as const },
  { name: 'all factors', has: ofAll },
  { name: 'a password alone', hasUnverifiedAddresses: true as const },
  ...everything.map((method) => ({
    name: `a policy since then, which wants ${method}`,
    has: ofAll,
    nextPolicy: [method],
  })),
  {
    name: 'a passkey of another page',
    has: ['passkey'] as const,
    nextPolicy: ['passkey'],
    isOnForeignPage: true as const,
  },
  { name: 'an authenticator alone', only: 'totp' as const },
  { name: 'a passkey alone', only: 'passkey' as const },
  {
    name: 'a session by a code',
    has: ['totp', 'recoveryCodes'] as const,
    begunBy: 'email' as const,
    nextPolicy: ['email'],
    leavesOut: ['factorSms', 'factorTotp', 'factorPassword'] as const,
  },
  {
    name: 'a session by a code, then another policy',
    has: ['totp', 'recoveryCodes'] as const,
    begunBy: 'email' as const,
    nextPolicy: ['email', 'recoveryCode'],
    leavesOut: ['factorSms', 'factorTotp'] as const,
  },
  { name: 'a policy since then', has: ofAll, nextPolicy: everything },
  {
    name: 'a policy since then, without an authenticator',
    has: ['passkey', 'recoveryCodes'] as const,
    nextPolicy: ['passkey', 'recoveryCode', 'email'],
  },
  { name: 'a factor that the user lacks', hasUnverifiedAddresses: true as const, nextPolicy: ['totp'] },
].map((one) => ({ ...one, flows: ['step-up'] }));

export const arrangements: readonly Arrangement[] = [
  ...plain,
  ...newcomers,
  ...policies,
  ...changes,
  ...additions,
  ...offered,
  ...stepUps,
];
