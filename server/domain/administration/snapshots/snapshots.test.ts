import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import {
  type EmptyProject,
  exportFrom,
  type FullProject,
  inputSecrets,
  secrets,
  startWithFullProject,
} from '../../../../test/snapshots.ts';
import { snapshotParts } from '../../../groups.ts';
import { idp } from '../../federation/sso/saml/idp-fixture.ts';
import { type NeededSecret, secretKinds } from '../../snapshot-part.ts';

let full: FullProject;
let latchkey: FullProject['latchkey'];
let files: FullProject['files'];
let other: EmptyProject['other'];
let manage: EmptyProject['manage'];
let validate: EmptyProject['validate'];
let importInto: EmptyProject['importInto'];
let countAudits: EmptyProject['countAudits'];
beforeAll(async () => {
  full = await startWithFullProject();
  ({ latchkey, files } = full);
});
afterAll(() => full.close());
beforeEach(async () => {
  ({ other, manage, validate, importInto, countAudits } = await full.addEmptyProject());
});

describe('an export', () => {
  test('has a readable file for each item', () => {
    expect(Object.keys(files).sort()).toEqual(
      [
        'customAttributes/ssoApplications.json',
        'customAttributes/users.json',
        'inboundApplications/notes.json',
        'mcpServers/tools.json',
        'messages/connectors/email.json',
        'messages/connectors/sms.json',
        'messages/templates/otp.email.en.json',
        'oauthProviders/google.json',
        'passwordSettings.json',
        'permissions.json',
        'roles.json',
        'scopeClaimMapping.json',
        'settings.json',
        'signInPolicies.json',
        'snapshot.json',
        'ssoApplications/descope-default-oidc.json',
        'ssoApplications/shop.json',
        'ssoApplications/wiki.json',
        'tenants/a-child.json',
        'tenants/corp.json',
        'tenants/z-parent.json',
        'webhooks.json',
      ].sort(),
    );
    expect(files['roles.json']).toEqual({
      roles: [
        { name: 'Auditor', description: '', permissionNames: [], default: false, private: false },
        {
          name: 'Clerk',
          description: '',
          permissionNames: ['Impersonate', 'Pencils'],
          default: true,
          private: false,
        },
      ],
    });
    expect(files['tenants/a-child.json']).toMatchObject({
      id: 'a-child',
      name: 'Child',
      parent: 'z-parent',
      defaultRoles: ['Clerk'],
      passwordSettings: { minLength: 25 },
      roles: [{ name: 'Local' }],
      ssoConnections: [
        {
          id: 'default_ssoid',
          protocol: 'saml',
          domains: ['corp.example'],
          defaultRoles: ['Auditor'],
          roleMappings: [{ roleName: 'Local', groups: ['staff'] }],
          extra: { groupOverage: 'refuse' },
        },
        { id: 'second', name: 'Second', protocol: 'none' },
      ],
    });
  });

  test('has no secret, no user, no key and no ID of this project', async () => {
    const text = JSON.stringify(files);
    for (const secret of [...secrets, latchkey.projectId, latchkey.managementKey, 'PRIVATE KEY', 'whsec_']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('ann@example.com');
    const stored = await latchkey.service.db
      .selectFrom('ssoConnections')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    for (const row of stored) expect(text).not.toContain(row.sealedSpKey);
  });

  test('is the same for the same configuration', async () => {
    expect(JSON.stringify(await exportFrom(latchkey.manage))).toBe(JSON.stringify(files));
  });

  test('leaves out what is excluded', async () => {
    const body = { excludes: ['tenants', 'settings', 'lists'] };
    const answer = await latchkey.manage('POST', '/v1/mgmt/project/snapshot/export', body);
    expect(Object.keys(answer.body.files).filter((path) => /tenants|settings/.test(path))).toEqual([]);
  });
});

describe('an import into another project', () => {
  test('makes it identical, once its secrets are sent', async () => {
    const verdict = await validate({ files });
    expect(verdict.ok).toBe(false);
    expect(verdict.missingSecrets).toEqual({
      connectors: [
        { id: 'email', name: 'smtp', type: 'password', value: '' },
        { id: 'sms', name: 'http', type: 'x-key', value: '' },
      ],
      oauthProviders: [{ id: 'google', name: 'google', type: 'clientSecret', value: '' }],
      ssoConnections: [{ id: 'corp/default_ssoid', name: 'Tenant corp', type: 'clientSecret', value: '' }],
      outboundApps: [],
    });
    expect(verdict.failures).toHaveLength(4);
    const refused = await importInto({ files });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E113007' } });
    expect(refused.body.errorMessage).toContain('email needs its password');

    expect(await validate({ files, inputSecrets: inputSecrets() })).toMatchObject({ ok: true, failures: [] });
    const before = await exportFrom(manage);
    expect(Object.keys(before)).not.toContain('tenants/corp.json');
    expect(await importInto({ files, inputSecrets: inputSecrets() })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await exportFrom(manage)).toEqual(files);
  });

  test('leaves behind what was read of identity providers, so the copies are read within a day', async () => {
    const { db, now } = latchkey.service;
    const readingsIn = async (projectId: string) => {
      const columns = ['tenantId', 'protocol', 'readDueAt', 'askedAt', 'reading'] as const;
      const rows = db.selectFrom('ssoConnections').select(columns).where('projectId', '=', projectId);
      return (await rows.execute()).filter(({ protocol }) => protocol !== 'none');
    };
    const reading = JSON.stringify({ readAt: 5, failedAt: 6, failure: 'old', changes: [] });
    const change = { readDueAt: 0, askedAt: 7, reading };
    await db.updateTable('ssoConnections').set(change).where('projectId', '=', latchkey.projectId).execute();
    expect(JSON.stringify(await exportFrom(latchkey.manage))).toBe(JSON.stringify(files));
    expect(await importInto({ files, inputSecrets: inputSecrets() })).toMatchObject({ status: 200 });
    const clone = await latchkey.manage('POST', '/v1/mgmt/project/clone', { name: 'Copy' });
    expect(clone.status, JSON.stringify(clone.body)).toBe(200);
    for (const projectId of [other.projectId, clone.body.projectId]) {
      const copies = await readingsIn(projectId);
      expect(copies.length).toBeGreaterThan(1);
      for (const copy of copies) {
        expect(copy.askedAt).toBe(0);
        expect(JSON.parse(copy.reading)).toMatchObject({ readAt: 0, failedAt: 0, failure: '', changes: [] });
        expect(copy.readDueAt - now()).toBeGreaterThan(19 * 3_600_000);
        expect(copy.readDueAt - now()).toBeLessThan(29 * 3_600_000);
      }
    }
  });

  test('needs the secrets that each group hands to a clone', async () => {
    const { missingSecrets } = await validate({ files });
    const placesOf = (secrets: NeededSecret[]) => secrets.map(({ id, type }) => ({ id, type }));
    const declared = snapshotParts.flatMap(({ secrets }) => secrets ?? []);
    expect(declared.map(({ kind }) => kind).sort()).toEqual([...secretKinds].sort());
    for (const { kind, stored } of declared) {
      const own = await stored(latchkey.context);
      expect(
        own.map(({ id, type }) => ({ id, type })),
        kind,
      ).toEqual(placesOf(missingSecrets[kind]));
      for (const { value } of own) expect(secrets).toContain(value);
    }
  });

  test('twice changes nothing, and needs the secrets only once', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const audits = await countAudits();
    const keys = (await manage('GET', '/v1/mgmt/project/signingkey/all')).body.keys;
    expect(await validate({ files })).toMatchObject({ ok: true });
    expect((await importInto({ files })).status).toBe(200);
    expect(await exportFrom(manage)).toEqual(files);
    expect(await countAudits()).toBe(audits);
    expect((await manage('GET', '/v1/mgmt/project/signingkey/all')).body.keys).toEqual(keys);
  });

  test('records its changes in the audit log under the caller’s name', async () => {
    await importInto({
      files: { 'roles.json': files['roles.json'], 'permissions.json': files['permissions.json'] },
    });
    const { body } = await manage('POST', '/v1/mgmt/audit/search', {
      actions: ['SnapshotImported', 'RoleCreated'],
    });
    expect(body.audits.map(({ action }: { action: string }) => action).sort()).toEqual([
      'RoleCreated',
      'RoleCreated',
      'SnapshotImported',
    ]);
    const done = body.audits.find(({ action }: { action: string }) => action === 'SnapshotImported');
    expect(done).toMatchObject({
      actorType: 'managementKey',
      data: { files: ['permissions.json', 'roles.json'] },
    });
  });

  test('works: the secrets arrive, the keys are its own, and a user signs in by its rules', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const connectors = (await manage('GET', '/v1/mgmt/connector/all')).body.connectors;
    expect(connectors).toMatchObject([{ secrets: ['password'] }, { secrets: ['x-key'] }]);
    const saml = (await manage('GET', '/v2/mgmt/sso/settings?tenantId=a-child')).body.saml;
    const theirs = (await latchkey.manage('GET', '/v2/mgmt/sso/settings?tenantId=a-child')).body.saml;
    expect(saml).toMatchObject({ idpEntityId: idp.entityId, groupsMapping: [{ role: { name: 'Local' } }] });
    expect(saml.spCertificate).toContain('CERTIFICATE');
    expect(saml.spCertificate).not.toBe(theirs.spCertificate);
    const start = await latchkey.request(
      'POST',
      '/v1/auth/saml/authorize?tenant=a-child&redirectUrl=https://app.example.com/x',
      {
        bearer: other.projectId,
        body: {},
      },
    );
    expect(start.status, JSON.stringify(start.body)).toBe(200);
    const created = await manage('POST', '/v1/mgmt/user/create', {
      loginId: 'bob',
      userTenants: [{ tenantId: 'a-child', roleNames: ['Local'] }],
      customAttributes: { plan: 'paid' },
    });
    expect(created.body.user).toMatchObject({
      userTenants: [{ roleNames: expect.arrayContaining(['Local']) }],
    });
  });
});

test('the public SDK and our client export, validate and import', async () => {
  const sdk = latchkey.sdk().management.project;
  const exported = await sdk.exportSnapshot();
  expect(exported.data!.files).toEqual(files);
  const { project } = createClient({ ...other, baseUrl: latchkey.baseUrl }).management;
  const validated = await project.validateSnapshot({ files: exported.data!.files });
  expect(validated).toMatchObject({ ok: true, data: { ok: false } });
  expect(
    await project.importSnapshot({ files: exported.data!.files, inputSecrets: inputSecrets() }),
  ).toMatchObject({ ok: true });
  expect(await sdk.validateSnapshot({ files })).toMatchObject({ data: { ok: true, failures: [] } });
  expect((await sdk.importSnapshot({ files })).ok).toBe(true);
});

test('the old paths work the same way', async () => {
  const answer = await latchkey.manage('POST', '/v1/mgmt/project/export', {});
  expect(answer.body.files).toEqual(files);
  const roles = { 'roles.json': { roles: [{ name: 'Old' }] } };
  expect((await manage('POST', '/v1/mgmt/project/import', { files: roles })).status).toBe(200);
  expect(JSON.stringify(await exportFrom(manage))).toContain('"Old"');
});
