import { describe, expect, test } from 'vitest';
import { decideSignIn, type SignInFacts } from './decide.ts';
import { type ApplyingPolicy, type SignInPolicy, secondFactors } from './policy.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1_000 * day;

const none = { totp: false, passkey: false, sms: false, email: false, recoveryCode: false };

function policy(
  secondFactor: Partial<SignInPolicy['secondFactor']> = {},
  rest: Partial<Omit<SignInPolicy, 'secondFactor'>> = {},
  requiredSince = 0,
): ApplyingPolicy {
  const methods: SignInPolicy['secondFactor']['methods'] = ['totp', 'passkey'];
  return {
    policy: {
      secondFactor: { when: 'always', methods, graceDays: 0, ...secondFactor },
      sso: 'trusted',
      ...rest,
    },
    requiredSince,
  };
}

function decide(facts: Partial<SignInFacts>) {
  return decideSignIn({
    policies: [policy()],
    amr: ['pwd'],
    enrolled: { ...none, totp: true },
    hasPassword: true,
    enrollable: ['totp', 'passkey'],
    now,
    ...facts,
  });
}

const allowed = { kind: 'allow' };
const asksFor = (...methods: string[]) => ({ kind: 'secondFactor', methods });
const email = policy({ methods: ['email', 'sms', 'totp'] });
const ofTenant = (tenantId: string, sso: SignInPolicy['sso']) => ({ ...policy({}, { sso }), tenantId });

describe('a second factor', () => {
  test.each<[string, Partial<SignInFacts>, unknown]>([
    ['is asked for after a password', {}, asksFor('totp')],
    ['is not asked for by a policy that never asks', { policies: [policy({ when: 'never' })] }, allowed],
    [
      'is there after password and authenticator',
      { amr: ['totp'], before: { amr: ['pwd'], ssoTenantIds: [] } },
      allowed,
    ],
    [
      'is there in whichever order they came',
      { amr: ['pwd'], before: { amr: ['totp'], ssoTenantIds: [] } },
      allowed,
    ],
    ['may be the password after a factor that counts', { amr: ['totp'] }, asksFor('password')],
    [
      'is not the same factor twice',
      { amr: ['pwd'], before: { amr: ['pwd'], ssoTenantIds: [] } },
      asksFor('totp'),
    ],
    [
      'must be one that counts',
      { amr: ['email'], before: { amr: ['pwd'], ssoTenantIds: [] } },
      asksFor('totp'),
    ],
    ['is in a passkey that verified its user', { amr: ['webauthn', 'mfa'] }, allowed],
    ['is not in a passkey of possession only', { amr: ['webauthn'] }, asksFor('totp', 'password')],
    [
      'is not in a passkey if passkeys do not count',
      { amr: ['webauthn', 'mfa'], policies: [policy({ methods: ['totp'] })] },
      asksFor('totp'),
    ],
    [
      'cannot come from the mailbox of the first one',
      { policies: [email], amr: ['email'], enrolled: { ...none, email: true, sms: true } },
      asksFor('sms', 'password'),
    ],
    [
      'can be chosen among those that the user has',
      { policies: [email], enrolled: { ...none, email: true, sms: true, passkey: true } },
      asksFor('sms', 'email'),
    ],
    ['is not needed where the project’s server vouches', { amr: ['mgmt'] }, allowed],
    ['is not needed after a trusted provider', { amr: ['fed'], ssoTenantIds: ['own'] }, allowed],
    [
      'is not needed after a trusted provider and another factor',
      { amr: ['pwd'], before: { amr: ['fed'], ssoTenantIds: ['own'] } },
      allowed,
    ],
    [
      'is not needed for the tenant of the provider',
      { amr: ['fed'], ssoTenantIds: ['own'], policies: [ofTenant('own', 'trusted')] },
      allowed,
    ],
    [
      'is needed for a tenant whose provider it was not',
      { amr: ['fed'], ssoTenantIds: ['other'], policies: [ofTenant('own', 'trusted')] },
      asksFor('totp'),
    ],
    [
      'is needed for a tenant that the provider of another one asserts it to',
      { amr: ['fed', 'mfa'], ssoTenantIds: ['other'], policies: [ofTenant('own', 'asserted')] },
      asksFor('totp'),
    ],
    [
      'is needed for the other of two tenants, by its methods alone',
      {
        amr: ['fed'],
        ssoTenantIds: ['own'],
        enrolled: { ...none, totp: true, email: true },
        policies: [ofTenant('own', 'trusted'), { ...email, tenantId: 'other' }],
      },
      asksFor('totp', 'email'),
    ],
    [
      'is needed if one of two providers has asserted it, and nobody knows which',
      {
        amr: [],
        before: { amr: ['fed', 'mfa'], ssoTenantIds: ['own', 'other'] },
        policies: [ofTenant('own', 'asserted')],
      },
      asksFor('totp'),
    ],
    [
      'is needed after a provider that asserts nothing',
      { amr: ['fed'], policies: [policy({}, { sso: 'asserted' })] },
      asksFor('totp'),
    ],
    [
      'is in what a provider asserts',
      { amr: ['fed', 'mfa'], policies: [policy({}, { sso: 'asserted' })] },
      allowed,
    ],
    [
      'is not asserted by an own second step that does not count',
      {
        amr: ['email'],
        before: { amr: ['fed'], ssoTenantIds: [] },
        policies: [policy({}, { sso: 'asserted' })],
      },
      asksFor('totp'),
    ],
  ])('%s', (_, facts, decision) => {
    expect(decide(facts)).toEqual(decision);
  });
});

describe('a trusted device', () => {
  const amr = ['pwd', 'totp', 'mfa'];
  const trusted = (days: number) => ({ trustedDevice: { lastSecondFactorAt: now - days * day, amr } });

  test('replaces the second factor where the policy asks on new devices', () => {
    const policies = [policy({ when: 'newDevice' })];
    expect(decide({ policies, ...trusted(20) })).toEqual(allowed);
    expect(decide({ policies })).toEqual({ ...asksFor('totp'), mayTrust: true });
  });

  test('replaces it for a number of days', () => {
    const policies = [policy({ when: 'everyDays', days: 7 })];
    expect(decide({ policies, ...trusted(6) })).toEqual(allowed);
    expect(decide({ policies, ...trusted(7) })).toEqual({ ...asksFor('totp'), mayTrust: true });
  });

  test('never replaces it where the policy always asks', () => {
    expect(decide(trusted(0))).toEqual(asksFor('totp'));
  });

  const onNewDevices = (methods: SignInPolicy['secondFactor']['methods'], tenantId?: string) => ({
    ...policy({ when: 'newDevice', methods }, { sso: 'trusted' }),
    ...(tenantId !== undefined && { tenantId }),
  });
  const mailbox = ['pwd', 'email', 'mfa'];
  const provider = ['fed', 'mfa'];

  test.each<[string, string[] | undefined, ApplyingPolicy[], boolean]>([
    ['a factor that counts', mailbox, [onNewDevices(['totp', 'email'])], true],
    ['a factor that does not count', mailbox, [onNewDevices(['totp'])], false],
    [
      'one that another policy does not count',
      mailbox,
      [onNewDevices(['totp', 'email']), onNewDevices(['totp'])],
      false,
    ],
    ['several factors, of which one counts', ['pwd', 'email', 'totp', 'mfa'], [onNewDevices(['totp'])], true],
    [
      'a factor that the user does not have any more',
      ['pwd', 'sms', 'mfa'],
      [onNewDevices(['sms', 'totp'])],
      false,
    ],
    [
      'two factors that never count as the second',
      ['pwd', 'oauth', 'mfa'],
      [onNewDevices([...secondFactors])],
      false,
    ],
    ['what a provider asserted', provider, [onNewDevices(['totp'])], true],
    [
      'what a provider asserted, where a tenant relies on its own',
      provider,
      [onNewDevices(['totp'], 'bank')],
      false,
    ],
    ['a provider and a factor that does not count', ['fed', 'email', 'mfa'], [onNewDevices(['totp'])], false],
    ['unknown factors, where all count', undefined, [onNewDevices([...secondFactors])], true],
    ['unknown factors, where not all count', undefined, [onNewDevices(['totp', 'email', 'sms'])], false],
  ])('that was trusted after %s', (_, amr, policies, counts) => {
    const enrolled = { ...none, totp: true, email: true };
    const trustedDevice = { lastSecondFactorAt: now, ...(amr && { amr }) };
    const { kind } = decide({ policies, enrolled, trustedDevice });
    expect(kind).toBe(counts ? 'allow' : 'secondFactor');
  });
});

describe('a user without a second factor', () => {
  const without = { enrolled: none };

  test('must add one', () => {
    expect(decide(without)).toEqual({ kind: 'enrol', methods: ['totp', 'passkey'] });
  });

  test('has the grace period for that, from when they were first asked', () => {
    const policies = [policy({ graceDays: 7 })];
    const offer = (until: number) => ({ kind: 'allow', offer: { methods: ['totp', 'passkey'], until } });
    expect(decide({ ...without, policies })).toEqual(offer(now + 7 * day));
    expect(decide({ ...without, policies, firstAskedAt: now - 6 * day })).toEqual(offer(now + day));
    expect(decide({ ...without, policies, firstAskedAt: now - 7 * day })).toMatchObject({ kind: 'enrol' });
  });

  test('has it anew after a policy that came later', () => {
    const policies = [policy({ graceDays: 7 }, {}, now - day)];
    expect(decide({ ...without, policies, firstAskedAt: now - 400 * day })).toMatchObject({
      offer: { until: now + 6 * day },
    });
  });

  test('is refused if they can add none', () => {
    const policies = [policy({ methods: ['sms'] })];
    expect(decide({ ...without, policies, hasPassword: false })).toMatchObject({ kind: 'refuse' });
  });

  test('can reset a password by mail where the mailbox is the second factor', () => {
    const reset = { amr: ['email'], byLinkFor: 'reset', enrolled: { ...none, email: true } } as const;
    const policies = [policy({ methods: ['email'] })];
    expect(decide({ ...reset, policies, hasPassword: false })).toEqual(allowed);
    expect(decide({ ...reset, policies: [policy({ methods: ['email', 'totp'] })] })).toEqual(allowed);
    expect(decide({ ...reset, enrolled: { ...none, email: true, totp: true } })).toEqual(asksFor('totp'));
  });
});

describe('several policies', () => {
  const [project, role] = [
    policy({ when: 'newDevice', graceDays: 30, methods: ['totp', 'passkey', 'email'] }),
    policy({ when: 'always', graceDays: 3, methods: ['totp', 'passkey'] }),
  ];

  test('ask as the strictest of them does', () => {
    const enrolled = { ...none, email: true, totp: true };
    const trustedDevice = { lastSecondFactorAt: now, amr: ['pwd', 'email', 'mfa'] };
    expect(decide({ policies: [project], enrolled, trustedDevice })).toEqual(allowed);
    expect(decide({ policies: [project, role], enrolled, trustedDevice })).toEqual(asksFor('totp'));
  });

  test('have the shortest grace period', () => {
    const facts = { enrolled: none, firstAskedAt: now - 4 * day };
    expect(decide({ ...facts, policies: [project] })).toMatchObject({ kind: 'allow' });
    expect(decide({ ...facts, policies: [project, role] })).toMatchObject({ kind: 'enrol' });
  });

  test('of which one never asks leave its methods out of account', () => {
    const quiet = policy({ when: 'never', methods: ['email'] }, { firstFactors: ['password'] });
    expect(decide({ policies: [quiet, role] })).toEqual(asksFor('totp'));
    expect(decide({ policies: [quiet, role], amr: ['email'] })).toMatchObject({ kind: 'refuse' });
  });
});

describe('first factors', () => {
  const policies = [policy({ when: 'never' }, { firstFactors: ['passkey', 'sso'] })];

  test('are the allowed ones', () => {
    expect(decide({ policies, amr: ['fed'] })).toEqual(allowed);
    expect(decide({ policies, amr: ['webauthn', 'mfa'] })).toEqual(allowed);
    expect(decide({ policies })).toMatchObject({ kind: 'refuse' });
  });

  test('do not stop invitations, resets and further factors', () => {
    expect(decide({ policies, amr: ['email'], byLinkFor: 'invite' })).toEqual(allowed);
    expect(decide({ policies, amr: ['totp'], before: { amr: ['fed'], ssoTenantIds: [] } })).toEqual(allowed);
  });
});
