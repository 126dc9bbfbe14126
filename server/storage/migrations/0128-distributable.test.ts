import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBefore, plainUser } from '../../../test/storage/before-migration.ts';

test('an upgrade keeps tokens of identities, tenants and client IDs, and every client ID has an owner afterwards', async () => {
  const { db, insert, upgrade, upgradeToNewest, drop } = await openBefore('0128-distributable');
  const read = async (query: ReturnType<typeof sql>) =>
    (await query.execute(db)).rows.map((row) => Object.values(row as object).join(' '));
  const tokens = () => read(sql`select subject, "sealedTokens" from "ssoTokens" order by 1`);
  const owners = () => read(sql`select "clientId", "projectId", "ssoAppId" from "movedClientIds" order by 1`);
  const disabled = () => read(sql`select id, disabled from tenants order by id`);

  for (const id of ['P1', 'P2']) {
    await insert('projects', { id, name: id, tags: '[]', settings: '{}', createdAt: 1 });
    await insert('users', { ...plainUser, projectId: id, id: 'U1' });
    for (const [tenantId, isDisabled] of [
      ['closed', true],
      ['open', false],
    ] as const) {
      await insert('tenants', {
        projectId: id,
        id: tenantId,
        name: tenantId,
        foldedName: tenantId,
        authType: 'none',
        customAttributes: '{}',
        settings: JSON.stringify({ disabled: isDisabled }),
        sessionLimits: '',
        enforceSso: 0,
        createdAt: 1,
      });
    }
    await insert('ssoConnections', {
      projectId: id,
      tenantId: 'open',
      id: 'sso',
      name: 'sso',
      protocol: 'none',
      settings: '{}',
      spCertificate: '',
      sealedSpKey: '',
      createdAt: 1,
      modifiedAt: 1,
    });
    const connection = { projectId: id, tenantId: 'open', connectionId: 'sso' };
    for (const subject of ['idp ada', 'idp bob']) {
      await insert('ssoIdentities', { ...connection, subject, userId: 'U1', groups: '[]', createdAt: 1 });
      await insert('ssoTokens', {
        ...connection,
        subject,
        client: 'c',
        providerUserId: 'x',
        sealedTokens: `${id} sealed`,
        tokenExpiresAt: 5,
        renewals: 3,
        renewalFailure: '',
        leaseId: '',
        leaseExpiresAt: 0,
      });
    }
  }
  const app = { description: '', logo: '', enabled: 1, customAttributes: '{}', settings: '{}', type: 'oidc' };
  for (const [projectId, id, clientId, createdAt] of [
    ['P1', 'owner', 'owned', 9],
    ['P2', 'other', 'owned', 3],
    ['P1', 'late', 'left', 8],
    ['P2', 'early', 'left', 4],
    ['P2', 'own', 'P2.own', 1],
    ['P2', 'saml', null, 1],
  ] as const)
    await insert('ssoApps', {
      ...app,
      projectId,
      id,
      name: id,
      foldedName: id,
      clientId,
      createdAt,
      modifiedAt: 1,
    });
  await insert('movedClientIds', { clientId: 'owned', projectId: 'P1', ssoAppId: 'owner' });
  const tenantsBefore = await disabled();
  expect(tenantsBefore).toEqual(['closed 1', 'closed 1', 'open 0', 'open 0']);

  await upgrade();
  expect(await tokens()).toEqual([
    'idp ada P1 sealed',
    'idp ada P2 sealed',
    'idp bob P1 sealed',
    'idp bob P2 sealed',
  ]);
  expect(await read(sql`select distinct renewals, "tokenExpiresAt", client from "ssoTokens"`)).toEqual([
    '3 5 c',
  ]);
  expect(await disabled()).toEqual(tenantsBefore);
  // An owner stays, whatever is older. What had none gets the oldest.
  expect(await owners()).toEqual(['left P2 early', 'owned P1 owner']);

  // The writers of the settings write `disabled`, and no trigger does.
  await sql`update tenants set settings = ${JSON.stringify({ disabled: true })} where id = 'open'`.execute(
    db,
  );
  expect(await disabled()).toEqual(tenantsBefore);
  // A token goes with its identity, and never to another one.
  await expect(
    sql`update "ssoIdentities" set subject = 'other ada' where "projectId" = 'P1' and subject = 'idp ada'`.execute(
      db,
    ),
  ).rejects.toThrow(/foreign key/i);
  await sql`delete from "ssoIdentities" where "projectId" = 'P1' and subject = 'idp ada'`.execute(db);
  expect(await tokens()).toEqual(['idp ada P2 sealed', 'idp bob P1 sealed', 'idp bob P2 sealed']);
  // The owner belongs to the instance: an operation passes the client ID on, and no reference deletes it.
  await sql`delete from "ssoApps" where "projectId" = 'P2' and id = 'early'`.execute(db);
  await sql`delete from projects where id = 'P1'`.execute(db);
  expect(await owners()).toEqual(['left P2 early', 'owned P1 owner']);
  expect(await tokens()).toEqual(['idp ada P2 sealed', 'idp bob P2 sealed']);
  await upgradeToNewest();
  expect(await tokens()).toEqual(['idp ada P2 sealed', 'idp bob P2 sealed']);
  await drop();
});
