import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type EmptyProject,
  exportFrom,
  type FullProject,
  inputSecrets,
  startWithFullProject,
} from '../../../../test/snapshots.ts';
import { tenantsPart } from '../../federation/sso/snapshot/snapshot-part.ts';
import { maxFiles } from './snapshot.ts';

let full: FullProject;
let provider: FullProject['provider'];
let files: FullProject['files'];
let manage: EmptyProject['manage'];
let validate: EmptyProject['validate'];
let importInto: EmptyProject['importInto'];
let countAudits: EmptyProject['countAudits'];
beforeAll(async () => {
  full = await startWithFullProject();
  ({ provider, files } = full);
});
afterAll(() => full.close());
beforeEach(async () => {
  ({ manage, validate, importInto, countAudits } = await full.addEmptyProject());
});

describe('an import', () => {
  test('is all or nothing, and names every invalid file before anything is written', async () => {
    const before = await exportFrom(manage);
    const audits = await countAudits();
    const wrong = {
      ...files,
      'settings.json': { ...files['settings.json'], redirectUrls: ['nonsense'] },
      'roles.json': { roles: [{ name: 'New' }, { name: 'Broken', permissionNames: ['Nobody'] }] },
      'tenants/corp.json': { id: 'corp', name: 'Corp', parent: 'nowhere' },
    };
    const verdict = await validate({ files: wrong, inputSecrets: inputSecrets() });
    const paths = verdict.failures.map((failure: string) => failure.split(':')[0]);
    expect(paths).toEqual(expect.arrayContaining(['settings.json', 'roles.json', 'tenants/corp.json']));
    const refused = await importInto({ files: wrong, inputSecrets: inputSecrets() });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E113007' } });
    expect(await exportFrom(manage)).toEqual(before);
    expect(await countAudits()).toBe(audits);
  });

  test('accepts no unknown file, no unknown field, and no secret in a file', async () => {
    const failures = async (given: object) => (await validate({ files: given })).failures.join();
    expect(await failures({ 'widgets/login.json': {} })).toContain(
      'widgets/login.json: a snapshot does not contain a file with this name',
    );
    expect(await failures({ '../roles.json': {} })).toContain('does not contain a file with this name');
    expect(await failures({ 'roles.json': { rolls: [] } })).toContain('rolls is not a field');
    expect(await failures({ 'roles.json': { roles: [{ name: 'A', permissons: [] }] } })).toContain(
      'roles.permissons',
    );
    expect(await failures({ 'roles.json': {} })).toContain('The roles field is required');
    for (const file of [[], 'text', 7, true])
      expect(await failures({ 'roles.json': file })).toContain('roles.json');
    expect(await failures({ 'snapshot.json': { version: 99 } })).toContain('version 99');
    const google = { ...files['oauthProviders/google.json'], clientSecret: 'x' };
    expect(await failures({ 'oauthProviders/google.json': google })).toContain('clientSecret is not a field');
    const email = files['messages/connectors/email.json'] as { settings: object };
    const open = { ...email, settings: { ...email.settings, password: 'x' } };
    expect(await failures({ 'messages/connectors/email.json': open })).toContain('settings.password');
    expect(await failures({ 'tenants/b.json': { id: 'a', name: 'A' } })).toContain(
      'belongs in tenants/a.json',
    );
    const inherited = { roles: [], constructor: 1 };
    expect(await failures({ 'roles.json': inherited })).toContain('constructor is not a field');
    expect(await failures({ constructor: {}, toString: {} })).toContain(
      'toString: a snapshot does not contain a file with this name',
    );
  });

  test('deletes nothing, and changes nothing that the files do not contain', async () => {
    await manage('POST', '/v1/mgmt/role/create', { name: 'Mine' });
    await manage('POST', '/v1/mgmt/tenant/create', { id: 'mine', name: 'Mine' });
    await importInto({ files, inputSecrets: inputSecrets(), excludes: ['settings'] });
    const now = await exportFrom(manage);
    expect(now['tenants/mine.json']).toMatchObject({ name: 'Mine' });
    expect(JSON.stringify(now['roles.json'])).toContain('"Mine"');
    expect(now['settings.json']).toMatchObject({ sessionLifetimeSeconds: 600, redirectUrls: [] });
  });

  test('reverts later changes, and keeps members and secrets', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    await manage('POST', '/v1/mgmt/user/create', { loginId: 'bob', userTenants: [{ tenantId: 'a-child' }] });
    await manage('POST', '/v1/mgmt/tenant/update', { id: 'a-child', name: 'Renamed', disabled: true });
    await manage('POST', '/v1/mgmt/role/update', { name: 'Clerk', newName: 'Clerk', permissionNames: [] });
    await manage('POST', '/v1/mgmt/project/settings', { sessionLifetimeSeconds: 900 });
    await manage('POST', '/v1/mgmt/oauth/provider', { provider: 'google', issuer: '', title: 'Changed' });
    await manage('POST', '/v1/mgmt/message/template/set', {
      kind: 'otp',
      channel: 'email',
      locale: 'en',
      subject: 'x',
      text: '{{code}}',
    });
    expect(await exportFrom(manage)).not.toEqual(files);
    expect(await importInto({ files })).toMatchObject({ status: 200 });
    expect(await exportFrom(manage)).toEqual(files);
    const { body } = await manage('GET', '/v1/mgmt/user?loginId=bob');
    expect(body.user.userTenants).toMatchObject([{ tenantId: 'a-child', tenantName: 'Child' }]);
  });

  test('does not send a secret elsewhere: another server in the file needs it again', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const email = files['messages/connectors/email.json'] as { settings: object };
    const moved = { ...email, settings: { ...email.settings, host: 'evil.example' } };
    const google = { ...files['oauthProviders/google.json'], tokenUrl: 'https://evil.example/token' };
    const corp = structuredClone(files['tenants/corp.json']) as {
      ssoConnections: { oidc: { tokenUrl: string } }[];
    };
    corp.ssoConnections[0]!.oidc.tokenUrl = 'https://evil.example/token';
    const verdict = await validate({
      files: {
        'messages/connectors/email.json': moved,
        'oauthProviders/google.json': google,
        'tenants/corp.json': corp,
      },
    });
    expect(verdict.missingSecrets).toMatchObject({
      connectors: [{ id: 'email' }],
      oauthProviders: [{ id: 'google' }],
      ssoConnections: [{ id: 'corp/default_ssoid' }],
    });
  });

  test('two simultaneous ones end like one of them', { tags: 'race' }, async () => {
    const given = { files, inputSecrets: inputSecrets() };
    const answers = await Promise.all([importInto(given), importInto(given)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await exportFrom(manage)).toEqual(files);
  });

  test('refuses tenants in a circle', async () => {
    const circle = {
      'tenants/a.json': { id: 'a', name: 'A', parent: 'b' },
      'tenants/b.json': { id: 'b', name: 'B', parent: 'a' },
    };
    const { ok, failures } = await validate({ files: circle });
    expect({ ok, count: failures.length > 0 }).toEqual({ ok: false, count: true });
  });

  test('is refused if it would change too much at a time', async () => {
    const templates = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, index) => {
        const key = { kind: 'otp', channel: 'sms', locale: 'en', templateId: `t${index}` };
        return [`messages/templates/otp.sms.en.t${index}.json`, { ...key, text: '{{code}}' }];
      }),
    );
    const refused = await importInto({ files: templates });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E113007' } });
    expect(refused.body.errorMessage).toContain('the files in smaller parts');
    expect(Object.keys(await exportFrom(manage)).filter((path) => path.includes('templates'))).toEqual([]);
  });

  test('deletes no SSO connection that is not set up in the files', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const corp = structuredClone(files['tenants/corp.json']) as { ssoConnections: object[] };
    corp.ssoConnections = [{ id: 'default_ssoid', protocol: 'none' }];
    expect(await importInto({ files: { 'tenants/corp.json': corp } })).toMatchObject({ status: 200 });
    const { body } = await manage('GET', '/v2/mgmt/sso/settings?tenantId=corp');
    expect(body).toMatchObject({ tenant: { authType: 'oidc' }, oidc: { issuer: provider.issuer } });
  });

  test('sorts tenants, however deeply they are nested', () => {
    const chain = Array.from({ length: maxFiles }, (_, index) => ({
      id: `t${index}`,
      name: 'T',
      parent: `t${index + 1}`,
    }));
    expect(tenantsPart.sort!(chain)).toEqual(chain.toReversed());
  });

  test('creates a parent first even if it comes later in the files', async () => {
    const chain = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((id, index, all) => [
        `tenants/${id}.json`,
        { id, name: id, ...(all[index + 1] && { parent: all[index + 1] }) },
      ]),
    );
    expect(await importInto({ files: chain })).toMatchObject({ status: 200 });
  });
});
