import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { connectTenant, createIdentityProvider } from '../../../../../test/identity-provider.ts';
import { bindSubjects } from '../../../../storage/migrations/0035-sso-identities.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { insertIdentity } from '../store-sign-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

test('identities from before the upgrade belong to the connection’s current identity provider', async () => {
  const { projectId } = latchkey;
  const { db } = latchkey.service;
  const idp = await createIdentityProvider(latchkey, 'https://idp.münchen.example');
  await connectTenant(latchkey, 'old', idp);
  const { body } = await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'old' });
  const issuer = 'https://op.example/ünïcode';
  const key = { projectId, tenantId: 'old', connectionId: 'default_ssoid' };
  const subjects = ['ann@corp.example', 'Jürgen M', `${issuer} sub-1`, `${issuer}x`];
  for (const subject of subjects) {
    const row = { ...key, subject, userId: body.user.userId, groups: '[]', createdAt: 0 };
    await insertIdentity(db, row);
  }
  const settings = JSON.stringify({ idpEntityId: idp.entityId, oidc: { issuer } });
  // A migration is raw SQL over all projects.
  const unscoped = acrossProjects(db) as unknown as Kysely<unknown>;
  await bindSubjects(unscoped, { projectId, tenantId: 'old', id: 'default_ssoid', settings });
  const rows = await db
    .selectFrom('ssoIdentities')
    .select(['subject', 'createdUser'])
    .where('projectId', '=', projectId)
    .execute();
  expect(rows.map(({ subject }) => subject).sort()).toEqual(
    [
      ...[`${idp.entityId} ann@corp.example`, `${idp.entityId} Jürgen M`],
      ...[`${issuer} sub-1`, `${idp.entityId} ${issuer}x`],
    ].sort(),
  );
  expect(rows.every(({ createdUser }) => createdUser === 1)).toBe(true);
});
