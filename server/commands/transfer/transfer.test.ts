import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import descope from '@descope/node-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../../../test/authenticator-app.ts';
import { runCommandHere } from '../../../test/command-line.ts';
import { Authenticator } from '../../../test/counterparts/authenticator.ts';
import { temporaryFolder } from '../../../test/counterparts/program.ts';
import { onPostgres, testOnce } from '../../../test/engine.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../test/harness.ts';
import {
  newPlace,
  newSqlitePlace,
  type Place,
  prepare,
  runLatchkey,
} from '../../../test/latchkey-process.ts';
import { codeOf, connectSimulator, OAuthBrowser } from '../../../test/oauth-browser.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../test/openid-provider.ts';
import { passkeysOf } from '../../../test/passkeys.ts';
import { requireIndexed } from '../../../test/search-index.ts';
import { createPasswordUser, refresh, signInByPassword, withToken } from '../../../test/signed-in.ts';
import { readEncrypted } from '../../domain/administration/transfer/file.ts';
import { importProject } from '../../domain/administration/transfer/import-project.ts';
import { sealedColumns, transferredTables } from '../../groups.ts';
import vectors from '../../protocols/password-hashes/vectors.json' with { type: 'json' };
import { migrations } from '../../storage/migrations.ts';
import { operator } from '../open.ts';

const folder = temporaryFolder('transfer');
const passphraseFile = join(folder, 'passphrase');
const file = join(folder, 'project.age');
let place: Place;
let source: Latchkey;
let provider: OpenIdProvider;
let use: (latchkey: Latchkey) => Promise<void>;

/** A place with a secret key of its own. */
async function withKey(created: Promise<Place>): Promise<Place> {
  const { env, ...place } = await created;
  return { ...place, env: { ...env, LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64') } };
}

beforeAll(async () => {
  writeFileSync(passphraseFile, 'a passphrase of several words\n');
  place = await withKey(newPlace());
  source = await startLatchkey(place.env);
  provider = await startOpenIdProvider(source);
  use = await fillProject(source);
  expect(await exportTo(file)).toMatchObject({ code: 0, stderr: '' });
}, 120_000);
afterAll(async () => {
  provider.close();
  await source.close();
  await place.remove();
  rmSync(folder, { recursive: true });
});

function exportTo(out: string, from = place, more: string[] = []) {
  const args = ['--project', source.projectId, '--out', out, '--passphrase-file', passphraseFile];
  return runCommandHere(from, ['export', ...args, ...more]);
}

function importFrom(target: Place, path = file, more: string[] = []) {
  return runCommandHere(target, ['import', path, '--passphrase-file', passphraseFile, ...more]);
}

function succeeded({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Addresses the imported project on another instance. */
function visit(latchkey: Latchkey): Latchkey {
  const { projectId, managementKey } = source;
  const request: Latchkey['request'] = (method, path, options = {}) =>
    latchkey.request(method, path, { bearer: projectId, ...options });
  return {
    ...latchkey,
    projectId,
    managementKey,
    request,
    manage: (method, path, body) => request(method, path, { bearer: `${projectId}:${managementKey}`, body }),
    sdk: () => descope({ projectId, managementKey, baseUrl: latchkey.baseUrl }),
  };
}

/** Creates records of every kind. Returns a function that uses them on an instance. */
async function fillProject(first: Latchkey) {
  const manage = async (path: string, body: unknown) =>
    succeeded(await first.manage('POST', `/v1/mgmt/${path}`, body));
  const [{ password, hashedPassword } = { password: '', hashedPassword: {} }] = vectors;
  await manage('user/customattribute/create', { attributes: [{ name: 'city', type: 1 }] });
  await manage('tenant/create', { id: 'z-parent', name: 'Parent' });
  await manage('tenant/create', { id: 'a-child', name: 'Child', parent: 'z-parent' });
  await manage('role/create', { name: 'Editor' });
  const user = await createPasswordUser(first, {
    displayName: 'Grace Müller',
    customAttributes: { city: 'Zürich' },
    userTenants: [{ tenantId: 'a-child', roleNames: ['Editor'] }],
  });
  await manage('user/create', { loginId: 'imported', hashedPassword });
  const session = succeeded(await signInByPassword(first, user));
  const { key } = succeeded(
    await withToken(first, 'POST', '/v1/auth/totp/update', session.refreshJwt, { loginId: user.loginId }),
  );
  let steps = 0;
  const signInByTotp = (latchkey: Latchkey) => {
    // Each instance has its own clock, and the project remembers the last time step.
    steps += 2;
    latchkey.advance(steps * 30_000);
    const code = totpCode(key, latchkey.service.now());
    return latchkey.request('POST', '/v1/auth/totp/verify', { body: { loginId: user.loginId, code } });
  };
  succeeded(await signInByTotp(first));
  const authenticator = new Authenticator();
  succeeded(await passkeysOf(first).signUp(authenticator, 'passkey@key.example'));
  const accessKey = (await manage('accesskey/create', { name: 'x' })).cleartext;
  const client = { issuer: provider.issuer, clientId: 'latchkey', clientSecret: 'secret' };
  await connectSimulator(first, 'acme', client);
  await connectOidcTenant(first, 'corp', provider);
  const signInByOAuth = async (latchkey: Latchkey) => {
    const browser = new OAuthBrowser(latchkey);
    const back = await provider.signIn((await browser.start('acme')).href, {
      sub: 'o',
      email: 'o@corp.example',
    });
    const here = back.replace(first.baseUrl, latchkey.baseUrl);
    return latchkey.request('POST', '/v1/auth/oauth/exchange', {
      body: { code: codeOf(await browser.get(here)) },
    });
  };
  const signInBySso = async (latchkey: Latchkey) => {
    const browser = new OidcBrowser(latchkey);
    const back = await provider.signIn(await browser.start('corp'), { sub: 's', email: 's@corp.example' });
    const answer = await browser.get(back.replace(first.baseUrl, latchkey.baseUrl));
    return latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: codeOf(answer) } });
  };
  const ssoUser = succeeded(await signInBySso(first)).user.userId;
  const oauthUser = succeeded(await signInByOAuth(first)).user.userId;
  const from = { fromAddress: 'login@project.example', username: 'u', password: 'smtp secret' };
  await manage('connector/email/smtp', { host: '127.0.0.1', port: 2525, ...from });
  const page = { name: 'Shop', loginPageUrl: 'https://login.example.com/' };
  const { id: appId } = await manage('sso/idp/app/oidc/create', page);
  const appSecretOf = async (latchkey: Latchkey) =>
    succeeded(await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/secret?id=${appId}`)).cleartext;
  const appSecret = await appSecretOf(first);
  // A project file has what was read of a provider, unlike a snapshot.
  const readingOf = async (latchkey: Latchkey) =>
    succeeded(await latchkey.manage('GET', '/v2/mgmt/sso/settings?tenantId=corp')).reading;
  const reading = await readingOf(first);
  expect(reading.readTime).toBeGreaterThan(0);
  const { body: exportedSettings } = await first.manage('POST', '/v1/mgmt/project/snapshot/export', {});
  let refreshJwt = session.refreshJwt;

  return async (latchkey: Latchkey) => {
    const validated = await latchkey.sdk().validateJwt(session.sessionJwt);
    expect(validated.token.sub).toBe(user.userId);
    ({ refreshJwt } = succeeded(await refresh(latchkey, refreshJwt)));
    succeeded(await signInByPassword(latchkey, user));
    succeeded(await signInByPassword(latchkey, { loginId: 'imported', password }));
    succeeded(await signInByTotp(latchkey));
    succeeded(await passkeysOf(latchkey).signIn(authenticator, 'passkey@key.example'));
    const bearer = `${latchkey.projectId}:${accessKey}`;
    succeeded(await latchkey.request('POST', '/v1/auth/accesskey/exchange', { bearer }));
    expect(succeeded(await signInByOAuth(latchkey)).user.userId).toBe(oauthUser);
    expect(succeeded(await signInBySso(latchkey)).user.userId).toBe(ssoUser);
    expect(await appSecretOf(latchkey)).toBe(appSecret);
    expect(await readingOf(latchkey)).toEqual(reading);
    const settings = await latchkey.manage('POST', '/v1/mgmt/project/snapshot/export', {});
    expect(settings.body).toEqual(exportedSettings);
    for (const criteria of [
      { text: 'müll' },
      { customAttributes: { city: 'Zürich' } },
      { tenantIds: ['a-child'] },
    ]) {
      const found = succeeded(await latchkey.manage('POST', '/v2/mgmt/user/search', criteria));
      expect(found.users.map(({ userId }: { userId: string }) => userId)).toEqual([user.userId]);
      expect(found.users[0]).toMatchObject({ userTenants: [{ tenantId: 'a-child', roleNames: ['Editor'] }] });
    }
    const audit = succeeded(
      await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: ['ProjectImported'] }),
    );
    expect(audit.audits).toHaveLength(latchkey.baseUrl === first.baseUrl ? 0 : 1);
  };
}

test('a project works on another instance with another key, and on the other engine', async () => {
  expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  const places = onPostgres ? [newSqlitePlace(), newPlace()] : [newPlace()];
  const targets = await Promise.all(places.map(withKey));
  let current = file;
  for (const [index, target] of targets.entries()) {
    if (index > 0) {
      current = join(folder, `again-${index}.age`);
      expect(await exportTo(current, targets[index - 1])).toMatchObject({ code: 0, stderr: '' });
    }
    const instance = await startLatchkey(target.env);
    expect((await visit(instance).manage('GET', '/v1/mgmt/user?loginId=imported')).status).toBe(401);
    expect(await importFrom(target, current)).toMatchObject({ code: 0, stderr: '' });
    instance.advance(6_000);
    await use(visit(instance));
    await requireIndexed(instance.service);
    await instance.close();
  }
  for (const target of targets) await target.remove();
}, 120_000);

testOnce('a passphrase is expensive to guess', async () => {
  const path = join(folder, 'expensive.age');
  const args = ['--project', source.projectId, '--out', path, '--passphrase-file', passphraseFile];
  expect(await runLatchkey(place, ['export', ...args])).toMatchObject({ code: 0, stderr: '' });
  const [, stanza = ''] = readFileSync(path, 'latin1').split('\n');
  expect(stanza).toMatch(/^-> scrypt \S+ 18$/);
});

describe('an import', () => {
  let target: Place;
  beforeEach(async () => {
    target = await withKey(newPlace());
    await prepare(target);
  });
  afterEach(() => target.remove());

  const refused = (reason: string) => ({ code: 2, stderr: expect.stringContaining(reason) });

  async function projects(): Promise<string[]> {
    const { stdout } = await runCommandHere(target, ['project', 'list', '--json']);
    return JSON.parse(stdout).map(({ id }: { id: string }) => id);
  }

  testOnce('continues the audit log, which verifies from its first row on, and its streams', async () => {
    const path = join(folder, 'with-audit.age');
    const exportAudit = async (from: Place, name: string) => {
      const output = join(folder, name);
      const args = ['--project', source.projectId, '--output', output];
      expect(await runCommandHere(from, ['audit', 'export', ...args])).toMatchObject({ code: 0 });
      return output;
    };
    const stream = async (at: Place, ...args: string[]) => {
      const command = ['audit', 'stream', ...args, '--project', source.projectId, '--json'];
      return JSON.parse((await runCommandHere(at, command)).stdout);
    };
    const added = await stream(place, 'add', '--url', 'https://siem.example');
    await exportAudit(place, 'before.jsonl');
    expect(await exportTo(path, place, ['--with-audit'])).toMatchObject({ code: 0, stderr: '' });
    expect(await importFrom(target, path)).toMatchObject({ code: 0, stderr: '' });
    const after = await exportAudit(target, 'after.jsonl');
    const key = await runCommandHere(place, ['audit', 'key', '--project', source.projectId]);
    const keyFile = join(folder, 'audit-key');
    writeFileSync(keyFile, key.stdout);
    const verified = await runCommandHere(target, ['audit', 'verify', after, '--key', keyFile]);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    const actions = readFileSync(after, 'utf8').match(/(?<="action":")[A-Za-z]+/g) ?? [];
    expect(actions.slice(-1)).toEqual(['ProjectImported']);
    expect(actions).toContain('UserCreated');
    const { id, destination, sentSequence } = added;
    const [imported] = await stream(target, 'list');
    expect(imported).toMatchObject({ id, destination, sentSequence });
    expect(imported.waitingEvents).toBeGreaterThan(0);
  });

  testOnce('is refused for a project that exists', async () => {
    expect(await importFrom(place)).toMatchObject(refused('already exists in this instance'));
  });

  testOnce('is refused with another passphrase, and for another file', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'another passphrase');
    const args = ['import', file, '--passphrase-file', other];
    expect(await runCommandHere(target, args)).toMatchObject(refused('passphrase does not decrypt'));
    writeFileSync(other, 'short');
    expect(await runCommandHere(target, args)).toMatchObject(refused('too short'));
    expect(await importFrom(target, passphraseFile)).toMatchObject(refused('is not a project file'));
  });

  test('leaves nothing of a file that was cut off, and can be repeated', async () => {
    const cut = join(folder, 'cut.age');
    const bytes = readFileSync(file);
    writeFileSync(cut, bytes.subarray(0, bytes.length - 20));
    expect(await importFrom(target, cut)).toMatchObject(refused('is damaged or cut off'));
    const before = await projects();
    expect(before).not.toContain(source.projectId);
    expect(await importFrom(target, file, ['--dry-run'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing was written'),
    });
    expect(await projects()).toEqual(before);

    // An import that was killed.
    await target.execute(
      `insert into projects (id, name, tags, settings, "createdAt", "importStartedAt")
       values ('${source.projectId}', 'x', '[]', '{}', 1, 7)`,
    );
    expect(await projects()).toEqual(before);
    expect(await importFrom(target)).toMatchObject(refused('add --restart'));
    expect(await importFrom(target, file, ['--restart'])).toMatchObject({ code: 0, stderr: '' });
    expect(await projects()).toContain(source.projectId);
  });

  testOnce('names what is missing, and what a newer release wrote', async () => {
    const lines: string[] = [];
    for await (const line of readEncrypted(file, 'a passphrase of several words')) lines.push(line);
    const [first = '', ...rest] = lines;
    const instance = await startLatchkey(target.env);
    const importing = (...changed: string[]) =>
      importProject(instance.service, {
        lines: Readable.from(changed),
        schemas: Object.keys(migrations),
        tables: transferredTables,
        sealedColumns,
        dryRun: false,
        restart: false,
        ...operator(),
      });
    const newer = JSON.stringify({ ...JSON.parse(first), schema: '9999-later' });
    await expect(importing(newer, ...rest)).rejects.toThrow('newer than this one');
    const strange = JSON.stringify({ kind: 'sessions', row: { later: 1 } });
    await expect(importing(...lines.slice(0, -1), strange)).rejects.toThrow(
      'does not know later of sessions',
    );
    await expect(importing(...lines.slice(0, -1))).rejects.toThrow('line 1 says');
    await expect(importing(...lines)).resolves.toMatchObject({ project: { id: source.projectId } });
    await requireIndexed(instance.service);
    await instance.close();
  });
});
