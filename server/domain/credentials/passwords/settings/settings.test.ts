import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { passwordSettings } from './settings.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const id of ['acme', 'globex'])
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
});
afterAll(() => latchkey.close());

const load = async (query = '', from = latchkey) =>
  (await from.manage('GET', `/v1/mgmt/password/settings${query}`)).body;
const configure = (body: object) => latchkey.manage('POST', '/v1/mgmt/password/settings', body);

const written = {
  enabled: true,
  minLength: 12,
  lowercase: true,
  uppercase: true,
  number: true,
  nonAlphanumeric: true,
  expiration: true,
  expirationWeeks: 4,
  reuse: true,
  reuseAmount: 10,
  lock: true,
  lockAttempts: 20,
};

test('the defaults are long passwords without rules of composition, and a limit on guesses', async () => {
  expect(await load()).toMatchObject({
    tenantId: '',
    enabled: true,
    minLength: 15,
    lowercase: false,
    uppercase: false,
    number: false,
    nonAlphanumeric: false,
    nonAlphaNumeric: false,
    expiration: false,
    reuse: false,
    lock: false,
    lockAttempts: 100,
  });
  const policy = await latchkey.request('GET', '/v1/auth/password/policy');
  expect(policy.body).toEqual({
    minLength: 15,
    lowercase: false,
    uppercase: false,
    number: false,
    nonAlphanumeric: false,
    strengthScoreEnabled: false,
    strengthScore: 3,
  });
});

test('a tenant and the project keep separate settings, and are read back as written', async () => {
  const before = await load();
  expect((await configure({ tenantId: 'acme', ...written })).body).toEqual({});
  expect(await load('?tenantId=acme')).toMatchObject({ tenantId: 'acme', ...written });
  for (const query of ['', '?tenantId=', '?tenantId=undefined', '?tenantId=null']) {
    expect(await load(query), query).toEqual(before);
  }
  await configure({ tenantId: '', minLength: 20, nonAlphaNumeric: true });
  expect(await load()).toEqual({ ...before, minLength: 20, nonAlphanumeric: true, nonAlphaNumeric: true });
  expect(await load('?tenantId=acme')).toMatchObject(written);
  expect((await latchkey.request('GET', '/v1/auth/password/policy')).body).toMatchObject({
    minLength: 20,
    nonAlphanumeric: true,
  });
  await configure({ minLength: 15, nonAlphanumeric: false, tenantId: null });
});

test('settings that a tenant has not set are the project’s', async () => {
  await configure({ tenantId: 'globex', minLength: 30 });
  await configure({ reuse: true, reuseAmount: 7 });
  expect(await load('?tenantId=globex')).toMatchObject({ minLength: 30, reuse: true, reuseAmount: 7 });
  expect(await passwordSettings(latchkey.context, 'globex')).toMatchObject({ minLength: 30, reuseAmount: 7 });
  expect(await passwordSettings(latchkey.context)).toMatchObject({ minLength: 15, reuseAmount: 7 });
  await configure({ reuse: false, reuseAmount: null });
  expect(await load()).toMatchObject({ reuse: false, reuseAmount: 7 });
});

test('a number applies only while its flag is set', async () => {
  const off = {
    expiration: false,
    expirationWeeks: 0,
    reuse: false,
    reuseAmount: 0,
    lock: false,
    lockAttempts: 0,
  };
  expect((await configure({ tenantId: 'globex', ...off })).status).toBe(200);
  expect(await load('?tenantId=globex')).toMatchObject(off);
  expect((await configure({ tenantId: 'globex', expiration: true })).body.errorCode).toBe('E011004');
  expect((await configure({ tenantId: 'globex', expiration: true, expirationWeeks: 2 })).status).toBe(200);
});

test.each([
  { minLength: 7 },
  { minLength: 129 },
  { expiration: true, expirationWeeks: 0 },
  { reuse: true, reuseAmount: 51 },
  { lock: true, lockAttempts: 1 },
  { enablePasswordStrength: true, passwordStrengthScore: 5 },
])('%j is refused and changes nothing', async (body) => {
  const before = await load();
  expect(await configure(body)).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
  expect(await load()).toEqual(before);
});

test('an unknown tenant is refused, and so is another project’s', async () => {
  const other = await latchkey.addProject();
  const bearer = `${other.projectId}:${other.managementKey}`;
  const path = '/v1/mgmt/password/settings';
  const answers = [
    await latchkey.manage('GET', `${path}?tenantId=nowhere`),
    await configure({ tenantId: 'nowhere', minLength: 20 }),
    await latchkey.request('GET', `${path}?tenantId=acme`, { bearer }),
    await latchkey.request('POST', path, { bearer, body: { tenantId: 'acme', minLength: 20 } }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
  expect((await latchkey.request('GET', path, { bearer })).body.minLength).toBe(15);
});

test('simultaneous changes of different settings are all kept', { tags: 'race' }, async () => {
  const another = await latchkey.startAnother();
  const path = '/v1/mgmt/password/settings';
  await Promise.all([
    configure({ tenantId: 'acme', minLength: 40 }),
    another.manage('POST', path, { tenantId: 'acme', reuseAmount: 33 }),
    configure({ tenantId: 'acme', lockAttempts: 44 }),
    another.manage('POST', path, { tenantId: 'acme', number: false }),
  ]);
  expect(await load('?tenantId=acme', another)).toMatchObject({
    minLength: 40,
    reuseAmount: 33,
    lockAttempts: 44,
    number: false,
  });
  await another.close();
});

test('settings are deleted with their tenant: another with the same ID starts from the defaults', async () => {
  const { manage } = latchkey;
  await manage('POST', '/v1/mgmt/tenant/create', { id: 'gone', name: 'gone' });
  await configure({ tenantId: 'gone', minLength: 50 });
  await manage('POST', '/v1/mgmt/tenant/delete', { id: 'gone' });
  await manage('POST', '/v1/mgmt/tenant/create', { id: 'gone', name: 'gone' });
  expect((await load('?tenantId=gone')).minLength).toBe(15);
});

test('@descope/node-sdk writes and reads them, of a tenant and of the project', async () => {
  const { password } = latchkey.sdk().management;
  const { nonAlphanumeric: nonAlphaNumeric, ...rest } = written;
  expect((await password.configureSettings('globex', { ...rest, nonAlphaNumeric })).ok).toBe(true);
  expect((await password.getSettings('globex')).data).toMatchObject({ ...rest, nonAlphaNumeric });
  const project = await (
    password.getSettings as (tenantId?: string) => ReturnType<typeof password.getSettings>
  )();
  expect(project.data?.minLength).toBe(15);
});
