import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../../client/client.ts';
import { signUpWithTotp } from '../../../../../test/credentials.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { demandIn } from '../../../../../test/sign-in-policy.ts';

const minuteMs = 60_000;
const refreshLifetimeSeconds = 30 * 86_400;

let latchkey: Latchkey;
let project: ReturnType<typeof createClient>['management']['project'];

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterAll(() => latchkey.close());

let keyOfProject: { projectId: string; managementKey: string };

beforeEach(async () => {
  keyOfProject = await latchkey.addProject();
  ({ project } = createClient({ ...keyOfProject, baseUrl: latchkey.baseUrl }).management);
});

async function list() {
  const listed = await project.listSigningKeys();
  if (!listed.ok) throw new Error(listed.error.errorMessage);
  return listed.data;
}

async function rotate() {
  const rotated = await project.rotateSigningKey();
  if (!rotated.ok) throw new Error(rotated.error.errorMessage);
  return rotated.data;
}

async function published(): Promise<string[]> {
  const { body } = await latchkey.request('GET', `/v2/keys/${keyOfProject.projectId}`, { bearer: null });
  return body.keys.map(({ kid }: { kid: string }) => kid);
}

const nowSeconds = () => Math.floor(latchkey.context.now() / 1000);

test('a new project has one key, which signs from the start and does not expire', async () => {
  const [key, ...others] = await list();
  expect(others).toEqual([]);
  expect(key).toEqual({
    id: (await published())[0],
    algorithm: 'RS256',
    signs: 'sessions',
    status: 'signing',
    createdTime: key!.createdTime,
    signsFromTime: key!.createdTime,
    verifiesUntilTime: 0,
  });
  expect(nowSeconds() - key!.createdTime).toBeLessThan(60);
});

test('a new key waits ten minutes, then signs, and verifies until its last token expires', async () => {
  const [first] = await list();
  const second = await rotate();
  expect(second).toMatchObject({ status: 'waiting', verifiesUntilTime: 0 });
  const wait = second.signsFromTime - second.createdTime;
  expect(wait).toBeGreaterThanOrEqual(590);
  expect(wait).toBeLessThanOrEqual(600);
  const verifiesUntilTime = expect.closeTo(second.signsFromTime + refreshLifetimeSeconds, -1);
  expect(await list()).toEqual([second, { ...first, verifiesUntilTime }]);
  latchkey.advance(11 * minuteMs);
  expect(await list()).toEqual([
    { ...second, status: 'signing' },
    { ...first, status: 'verifying', verifiesUntilTime },
  ]);
  expect((await published()).toSorted()).toEqual([first!.id, second.id].toSorted());
  latchkey.advance(refreshLifetimeSeconds * 1000);
  expect(await list()).toEqual([{ ...second, status: 'signing' }]);
  expect(await published()).toEqual([second.id]);
});

test('a rotation signs no user out, and the audit log records the key and the caller', async () => {
  const tokens = await signUpWithTotp(latchkey, 'ann@example.com');
  const { body, status } = await latchkey.manage('POST', '/v1/mgmt/project/signingkey/rotate', {});
  expect(status).toBe(200);
  latchkey.advance(11 * minuteMs);
  const bearer = `${latchkey.projectId}:${tokens.refreshJwt}`;
  const refreshed = await latchkey.request('POST', '/v1/auth/refresh', { bearer });
  expect(refreshed.status).toBe(200);
  const head = Buffer.from(refreshed.body.sessionJwt.split('.')[0], 'base64url').toString();
  expect(JSON.parse(head).kid).toBe(body.key.id);
  const found = await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: ['ProjectModified'] });
  expect(found.body.audits[0]).toMatchObject({
    actorType: 'managementKey',
    data: { signingKey: body.key.id },
  });
});

test('no response contains a private part', async () => {
  const { projectId, managementKey } = keyOfProject;
  const bearer = `${projectId}:${managementKey}`;
  const rotated = await latchkey.request('POST', '/v1/mgmt/project/signingkey/rotate', { bearer, body: {} });
  const listed = await latchkey.request('GET', '/v1/mgmt/project/signingkey/all', { bearer });
  const fields = ['algorithm', 'createdTime', 'id', 'signs', 'signsFromTime', 'status', 'verifiesUntilTime'];
  for (const key of [rotated.body.key, ...listed.body.keys]) expect(Object.keys(key).sort()).toEqual(fields);
});

test('keys requested concurrently all count, and too many are refused', { tags: 'race' }, async () => {
  await project.configureSettings({ signingAlgorithm: 'ES256' });
  const made = await Promise.all([rotate(), rotate(), rotate()]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(3);
  expect(await list()).toHaveLength(5);
  for (let index = 0; index < 45; index++) await rotate();
  const refused = { ok: false, error: { errorCode: 'E011004' } };
  expect(await project.rotateSigningKey()).toMatchObject(refused);
  // A change of the algorithm adds a key, too.
  expect(await project.configureSettings({ signingAlgorithm: 'RS256' })).toMatchObject(refused);
  latchkey.advance((refreshLifetimeSeconds + 11 * 60) * 1000);
  expect((await list()).filter(({ status }) => status === 'signing')).toHaveLength(1);
  await rotate();
});

describe('a key that another instance has just created', () => {
  const person = { loginId: 'ada', password: 'a quiet long password' };

  /** Starts an instance that has read the keys of a project before its first key for other tokens than sessions exists. */
  async function startOther() {
    const other = await latchkey.startAnother();
    const { projectId, managementKey } = keyOfProject;
    const manage = (path: string, body: object) =>
      latchkey.request('POST', `/v1/mgmt/${path}`, { bearer: `${projectId}:${managementKey}`, body });
    const signIn = () =>
      latchkey.request('POST', '/v1/auth/password/signin', { bearer: projectId, body: person });
    const enrol = (token: string) =>
      other.request('POST', '/v1/auth/totp/update', {
        bearer: `${projectId}:${token}`,
        body: { loginId: person.loginId },
      });
    const ofApplications = async () => {
      const path = `/${projectId}/.well-known/jwks.json?of=applications`;
      return (await other.request('GET', path, { bearer: null })).body.keys.length;
    };
    await manage('user/create', person);
    const { body } = await signIn();
    expect((await enrol(body.refreshJwt)).status).toBe(200);
    expect(await ofApplications()).toBe(1);
    return {
      other,
      enrol,
      ofApplications,
      /** Begins a sign-in that awaits its second factor, whose token is signed with the new key. */
      async createKey(): Promise<string> {
        await manage('project/sign-in-policy/set', { secondFactor: { when: 'always', methods: ['totp'] } });
        return demandIn(await signIn()).refreshJwt;
      },
    };
  }

  test('verifies at once, and is published at once', async () => {
    const { other, enrol, ofApplications, createKey } = await startOther();
    const token = await createKey();
    expect((await enrol(token)).status).toBe(200);
    expect(await ofApplications()).toBe(2);
    await other.close();
  });

  test('is published at once, whether or not a token of it has come', async () => {
    const { other, ofApplications, createKey } = await startOther();
    await createKey();
    expect(await ofApplications()).toBe(2);
    await other.close();
  });

  test('is looked for once a second, however many tokens name an unknown key', async () => {
    const { other, enrol, createKey } = await startOther();
    other.stopClock(Math.ceil(other.service.now() / 1000) * 1000);
    const { refreshJwt: foreign } = await signUpWithTotp(latchkey, 'foreign');
    expect((await enrol(foreign)).status).toBe(401);
    const token = await createKey();
    expect((await enrol(token)).status).toBe(401);
    other.advance(1000);
    expect((await enrol(token)).status).toBe(200);
    await other.close();
  });
});
