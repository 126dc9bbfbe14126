import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { claimsOf, type Person, startWithSupport } from '../../../../test/impersonation.ts';
import { deleteForgottenConsents } from '../impersonation-rights/give-consent.ts';
import { deleteExpiredConsentLinks } from './consent-link.ts';

let all: Awaited<ReturnType<typeof startWithSupport>>;
beforeAll(async () => {
  all = await startWithSupport();
});
afterAll(() => all.latchkey.close());

const refused = (status: number, errorCode: string) => ({ status, body: { errorCode } });
const withConsent = (agent: Person, user: Person) =>
  all.impersonate(agent.loginId, user.loginId, { validateConsent: true });
const withdraw = ({ refreshJwt }: Person, body: object = {}) =>
  all.as(refreshJwt, 'POST', 'me/consent/impersonation/withdraw', body);
const list = async ({ refreshJwt }: Person) =>
  (await all.as(refreshJwt, 'GET', 'me/consent/impersonation')).body.consents;
const seconds = () => Math.floor(all.latchkey.service.now() / 1000);

async function agentAndUser() {
  const agent = await all.makePerson({ roles: ['Support'], tenants: { acme: [] } });
  return { agent, user: await all.makePerson({ tenants: { acme: [] } }) };
}

describe('with validateConsent', () => {
  test('a missing, withdrawn or expired consent is refused, and a current one is accepted', async () => {
    const { agent, user } = await agentAndUser();
    expect(await withConsent(agent, user)).toMatchObject(refused(403, 'E112202'));
    const { status, body } = await all.give(user, { expiresInSeconds: 3_600 });
    expect(status).toBe(200);
    expect(body.consent).toMatchObject({ impersonatorId: '', tenantId: '' });
    expect(body.consent.expireTime - body.consent.createdTime).toBe(3_600);
    expect(claimsOf((await withConsent(agent, user)).body.jwt)).toMatchObject({
      sub: user.userId,
      act: { sub: agent.userId },
    });
    expect(await withdraw(user, { id: body.consent.id })).toMatchObject({ status: 200, body: {} });
    expect(await withConsent(agent, user)).toMatchObject(refused(403, 'E112202'));
    await all.give(user, { expiresInSeconds: 60 });
    all.latchkey.advance(61_000);
    expect(await withConsent(agent, user)).toMatchObject(refused(403, 'E112203'));
  });

  test('consent alone does not give the right to impersonate', async () => {
    const [nobody, user] = [await all.makePerson(), await all.makePerson()];
    await all.give(user);
    expect(await withConsent(nobody, user)).toMatchObject(refused(403, 'E112201'));
  });

  test('an impersonation ends no later than the consent', async () => {
    const { agent, user } = await agentAndUser();
    await all.give(user, { expiresInSeconds: 120 });
    const { iat, exp } = claimsOf((await withConsent(agent, user)).body.jwt);
    expect(exp - iat).toBeGreaterThan(110);
    expect(exp - iat).toBeLessThanOrEqual(121);
  });

  test('withdrawing a consent ends only the impersonations that rely on it', async () => {
    const { agent, user } = await agentAndUser();
    const other = await all.makePerson({ roles: ['Support'] });
    await all.give(user);
    const { body: resting } = await withConsent(agent, user);
    const { body: tokens } = await all.refresh(resting.jwt);
    const { body: free } = await all.impersonate(other.loginId, user.loginId);
    await withdraw(user);
    const refusal = await all.refresh(tokens.refreshJwt);
    expect(refusal).toMatchObject(refused(401, 'E064001'));
    expect(refusal.body.errorMessage).toContain('consent');
    await all.give(user);
    expect((await all.refresh(tokens.refreshJwt)).status).toBe(401);
    expect((await all.refresh(free.jwt)).status).toBe(200);
    expect((await all.refresh(user.refreshJwt)).status).toBe(200);
    const stops = await all.audit({ actions: ['ImpersonationStopped'], userIds: [user.userId] });
    expect(stops).toHaveLength(1);
    expect(stops[0].data.reason).toContain('consent');
  });

  test('impersonating and withdrawing concurrently leaves no session that can be refreshed', async () => {
    for (let round = 0; round < 5; round++) {
      const { agent, user } = await agentAndUser();
      await all.give(user);
      const answers = await Promise.all([
        ...[1, 2, 3, 4].map(() => withConsent(agent, user)),
        withdraw(user),
        ...[1, 2, 3, 4].map(() => withConsent(agent, user)),
      ]);
      for (const { body } of answers.filter(({ body }) => body.jwt)) {
        expect((await all.refresh(body.jwt)).status).toBe(401);
      }
    }
  });
});

describe('a consent', () => {
  test('for one impersonator does not apply to others', async () => {
    const { agent, user } = await agentAndUser();
    const other = await all.makePerson({ roles: ['Support'] });
    expect((await all.give(user, { impersonatorId: agent.userId })).status).toBe(200);
    expect((await withConsent(agent, user)).status).toBe(200);
    expect(await withConsent(other, user)).toMatchObject(refused(403, 'E112202'));
  });

  test('for a tenant applies to its members while the user is a member and it is not disabled', async () => {
    const { agent, user } = await agentAndUser();
    const outsider = await all.makePerson({ roles: ['Support'] });
    expect((await all.give(user, { tenantId: 'acme' })).status).toBe(200);
    expect(await withConsent(outsider, user)).toMatchObject(refused(403, 'E112202'));
    const { body } = await withConsent(agent, user);
    expect((await all.refresh(body.jwt)).status).toBe(200);
    await all.post('tenant/update', { id: 'acme', name: 'Acme', disabled: true });
    expect(await withConsent(agent, user)).toMatchObject(refused(403, 'E112202'));
    await all.post('tenant/update', { id: 'acme', name: 'Acme' });
    expect((await withConsent(agent, user)).status).toBe(200);
    await all.post('user/update/tenant/remove', { loginId: user.loginId, tenantId: 'acme' });
    expect(await withConsent(agent, user)).toMatchObject(refused(403, 'E112202'));
  });

  test('accepts only scopes that the user can know of, and refuses all others alike', async () => {
    const { agent, user } = await agentAndUser();
    const stranger = await all.makePerson();
    const answers = [];
    for (const impersonatorId of [stranger.userId, user.userId, agent.loginId, `U${'0'.repeat(27)}`]) {
      const { status, body } = await all.give(user, { impersonatorId });
      expect({ status, code: body.errorCode }).toEqual({ status: 400, code: 'E011004' });
      answers.push(body.errorMessage);
    }
    expect(new Set(answers).size).toBe(1);
    expect(await all.give(user, { tenantId: 'globex' })).toMatchObject(refused(400, 'E011004'));
    const both = { tenantId: 'acme', impersonatorId: agent.userId };
    expect(await all.give(user, both)).toMatchObject(refused(400, 'E011004'));
  });

  test('lasts at least a minute and at most 30 days', async () => {
    const { user } = await agentAndUser();
    for (const expiresInSeconds of [0, -1, 59, 30 * 86_400 + 1]) {
      expect(await all.give(user, { expiresInSeconds })).toMatchObject(refused(400, 'E011003'));
    }
    expect((await all.give(user, { expiresInSeconds: 30 * 86_400 })).status).toBe(200);
    expect(await all.give(user, { expiresInSeconds: undefined })).toMatchObject(refused(400, 'E011002'));
  });

  test('for the same scope replaces the former one, which can shorten a running impersonation', async () => {
    const { agent, user } = await agentAndUser();
    const { body: first } = await all.give(user, { expiresInSeconds: 86_400 });
    const { body: begun } = await withConsent(agent, user);
    const answers = await Promise.all([1, 2, 3].map(() => all.give(user, { expiresInSeconds: 60 })));
    for (const { body } of answers) expect(body.consent.id).toBe(first.consent.id);
    expect(await list(user)).toHaveLength(1);
    all.latchkey.advance(61_000);
    expect((await all.refresh(begun.jwt)).status).toBe(401);
  });

  test('can be withdrawn only by its user, singly or with all others', async () => {
    const { agent, user } = await agentAndUser();
    const stranger = await all.makePerson();
    const { body } = await all.give(user);
    await all.give(user, { impersonatorId: agent.userId });
    expect(await withdraw(stranger, { id: body.consent.id })).toMatchObject(refused(404, 'E063302'));
    expect(await withdraw(user, { id: 'x' })).toMatchObject(refused(404, 'E063302'));
    expect(await list(user)).toHaveLength(2);
    expect((await withdraw(user)).status).toBe(200);
    expect(await list(user)).toEqual([]);
    expect((await withdraw(user)).status).toBe(200);
  });

  test('is deleted with its user, its impersonator or its tenant', async () => {
    const { agent, user } = await agentAndUser();
    await all.post('tenant/create', { id: 'passing', name: 'Passing' });
    await all.post('user/update/tenant/add', { loginId: user.loginId, tenantId: 'passing' });
    await all.give(user, { impersonatorId: agent.userId });
    await all.give(user, { tenantId: 'passing' });
    expect(await list(user)).toHaveLength(2);
    await all.post('user/delete', { loginId: agent.loginId });
    await all.post('tenant/delete', { id: 'passing' });
    expect(await list(user)).toEqual([]);
    await all.give(user);
    await all.post('user/delete', { loginId: user.loginId });
    const { db } = all.latchkey.service;
    const rows = await db
      .selectFrom('impersonationConsents')
      .select('id')
      .where('projectId', '=', all.latchkey.projectId)
      .where('userId', '=', user.userId)
      .execute();
    expect(rows).toEqual([]);
  });

  test('is visible in the user, and no management call can give one', async () => {
    const { user } = await agentAndUser();
    expect((await all.load(user.loginId)).consentExpiration).toBe(0);
    const { body } = await all.give(user, { tenantId: 'acme' });
    const { expireTime } = body.consent;
    const me = await all.as(user.refreshJwt, 'GET', 'me');
    expect(me.body.consentExpiration).toBe(expireTime);
    await all.post('user/update', { loginId: user.loginId, consentExpiration: seconds() + 9_999 });
    expect((await all.load(user.loginId)).consentExpiration).toBe(expireTime);
    const { body: found } = await all.latchkey.manage('POST', '/v2/mgmt/user/search', {
      loginIds: [user.loginId],
    });
    expect(found.users[0].consentExpiration).toBe(expireTime);
    await withdraw(user);
    expect((await all.load(user.loginId)).consentExpiration).toBe(0);
  });

  test('is listed for 30 days after it has expired, and then deleted', async () => {
    const { user } = await agentAndUser();
    await all.give(user, { expiresInSeconds: 60 });
    const body = { redirectUrl: 'http://localhost/' };
    await all.as(user.refreshJwt, 'POST', 'me/consent/impersonation/link', body);
    const left = async () => {
      await deleteForgottenConsents(all.latchkey.context);
      await deleteExpiredConsentLinks(all.latchkey.context);
      const of = { projectId: all.latchkey.projectId, userId: user.userId };
      const { db } = all.latchkey.service;
      const consents = db.selectFrom('impersonationConsents').select('expiresAt');
      const links = db.selectFrom('consentLinks').select('expiresAt');
      return [
        (await consents.where('projectId', '=', of.projectId).where('userId', '=', of.userId).execute())
          .length,
        (await links.where('projectId', '=', of.projectId).where('userId', '=', of.userId).execute()).length,
      ];
    };
    expect(await left()).toEqual([1, 1]);
    all.latchkey.advance(11 * 60_000);
    expect(await left()).toEqual([1, 0]);
    all.latchkey.advance(30 * 86_400_000);
    expect(await left()).toEqual([0, 0]);
  });

  test('is recorded in the audit log when it is given and withdrawn', async () => {
    const { user } = await agentAndUser();
    const { body } = await all.give(user, { tenantId: 'acme' });
    await withdraw(user);
    const events = await all.audit({ userIds: [user.userId], actions: ['ConsentGiven', 'ConsentWithdrawn'] });
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      'ConsentWithdrawn',
      'ConsentGiven',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ actorId: user.userId, actingAs: '', tenants: ['acme'] });
      expect(event.data.consentId).toBe(body.consent.id);
    }
  });
});

test('our client gives, lists and withdraws consents', async () => {
  const { agent, user } = await agentAndUser();
  const { refreshJwt } = user;
  const { projectId, baseUrl } = all.latchkey;
  const { consent } = createClient({ projectId, baseUrl });
  const given = await consent.give(600, agent.userId, undefined, refreshJwt);
  expect(given).toMatchObject({ ok: true, data: { impersonatorId: agent.userId } });
  expect(await consent.list(refreshJwt)).toMatchObject({
    ok: true,
    data: [{ impersonatorId: agent.userId }],
  });
  expect(await consent.withdraw(given.ok ? given.data.id : '', refreshJwt)).toMatchObject({ ok: true });
  expect(await consent.list(refreshJwt)).toMatchObject({ ok: true, data: [] });
  const link = await consent.createLink('http://localhost:3000/back', undefined, 'acme', refreshJwt);
  expect(link).toMatchObject({ ok: true, data: { url: expect.stringContaining(baseUrl) } });
});
