import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const families = [
  {
    kind: 'SSO',
    base: '/v1/mgmt/sso/idp/app',
    create: 'oidc/create',
    idField: 'appId',
    sdk: 'ssoApplication',
    publicClient: { clientType: 'public' },
    event: 'SsoApp',
    table: 'ssoAppSecrets',
    column: 'ssoAppId',
  },
  {
    kind: 'third-party',
    base: '/v1/mgmt/thirdparty/app',
    create: 'create',
    idField: 'id',
    sdk: 'inboundApplication',
    publicClient: { nonConfidentialClient: true },
    event: 'InboundApp',
    table: 'inboundAppSecrets',
    column: 'appId',
  },
] as const;

const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

let counter = 0;

describe.each(families)(
  'client secrets of $kind applications',
  ({ base, create, idField, sdk, ...family }) => {
    const apps = () => latchkey.sdk().management[sdk];
    const manage = (path: string, body: unknown) => latchkey.manage('POST', `${base}/${path}`, body);
    const show = (id: string, name = 'undefined') =>
      latchkey.manage('GET', `${base}/secret?id=${id}&secretName=${name}`);

    async function createApp(more: Record<string, unknown> = {}): Promise<string> {
      counter += 1;
      const { status, body } = await manage(create, { name: `App ${counter}`, ...more });
      expect([status, body.errorMessage]).toEqual([200, undefined]);
      return body.id;
    }

    test('an application has a secret from the start, which the public SDK can read and replace', async () => {
      const id = await createApp();
      const first = (await apps().getApplicationSecret(id)).data?.cleartext;
      expect(first).toMatch(/^[\w-]{43}$/);
      expect((await apps().getApplicationSecret(id)).data?.cleartext).toBe(first);
      const second = (await apps().rotateApplicationSecret(id)).data?.cleartext;
      expect(second).toMatch(/^[\w-]{43}$/);
      expect(second).not.toBe(first);
      expect((await apps().getApplicationSecret(id)).data?.cleartext).toBe(second);
    });

    test('the list of secrets describes them without revealing them', async () => {
      const id = await createApp();
      await manage('secret/add', { [idField]: id, name: 'next' });
      const { status, body } = await latchkey.manage('GET', `${base}/secret/all?id=${id}`);
      expect(status).toBe(200);
      expect(body.secrets).toEqual([
        expect.objectContaining({ name: 'default', status: 'active', expireTime: 0 }),
        expect.objectContaining({ name: 'next', status: 'active' }),
      ]);
      expect(Object.keys(body.secrets[0]).sort()).toEqual([
        'createdTime',
        'expireTime',
        'id',
        'name',
        'status',
      ]);
      expect((await latchkey.manage('GET', `${base}/secret/all?id=nobody`)).status).toBe(404);
    });

    test('an added secret has a unique name and can expire', async () => {
      const id = await createApp();
      const expireTime = Math.floor(latchkey.service.now() / 1000) + 60;
      const added = await manage('secret/add', { [idField]: id, name: 'next', expireTime });
      expect(added.body).toEqual({
        meta: {
          id: expect.any(String),
          name: 'next',
          status: 'active',
          expireTime,
          createdTime: expect.any(Number),
        },
        cleartext: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect((await show(id, 'next')).body.cleartext).toBe(added.body.cleartext);
      const ambiguous = await show(id);
      expect([ambiguous.status, ambiguous.body.errorCode]).toEqual([400, 'E011004']);
      expect(ambiguous.body.errorMessage).toContain('default, next');
      expect((await show(id, 'nobody')).body.errorCode).toBe('E111802');
      const again = await manage('secret/add', { [idField]: id, name: 'next', expireTime: 0 });
      expect([again.status, again.body.errorCode]).toEqual([400, 'E111801']);

      latchkey.advance(61_000);
      const left = await manage('secret/revoke', { [idField]: id, name: 'default' });
      expect(left.body.secrets).toEqual([{ ...added.body.meta, status: 'expired' }]);
      const twice = await manage('secret/revoke', { [idField]: id, name: 'default' });
      expect([twice.status, twice.body.errorCode]).toEqual([404, 'E111802']);
      expect((await manage('secret/revoke', { [idField]: id, name: 'next' })).body).toEqual({ secrets: [] });
      expect((await show(id)).status).toBe(404);
    });

    test('a secret that would expire in the past is refused', async () => {
      const id = await createApp();
      const expireTime = Math.floor(latchkey.service.now() / 1000) - 1;
      for (const body of [{ name: 'x', expireTime }, { name: 'x', expireTime: -1 }, { name: '' }, {}]) {
        expect((await manage('secret/add', { [idField]: id, ...body })).status).toBe(400);
      }
      expect((await manage('secret/add', { name: 'x' })).status).toBe(400);
    });

    test('rotation revokes all former secrets', async () => {
      const id = await createApp();
      await manage('secret/add', { [idField]: id, name: 'second', expireTime: '0' });
      const { cleartext } = (await manage('rotate', { id })).body;
      expect((await show(id)).body).toEqual({ cleartext });
    });

    test('concurrent requests create at most ten secrets, and one per name', async () => {
      const id = await createApp();
      const same = await Promise.all(
        Array.from({ length: 4 }, () => manage('secret/add', { [idField]: id, name: 'same' })),
      );
      expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
      const many = await Promise.all(
        Array.from({ length: 12 }, (_, i) => manage('secret/add', { [idField]: id, name: `n${i}` })),
      );
      expect(many.filter(({ status }) => status === 200)).toHaveLength(8);
    });

    test('a public client has no secrets, and one that proves itself by a key gets none', async () => {
      const publicId = await createApp(family.publicClient);
      for (const answer of [
        await show(publicId),
        await manage('rotate', { id: publicId }),
        await manage('secret/add', { [idField]: publicId, name: 'x' }),
      ])
        expect([answer.status, answer.body.errorCode]).toEqual([400, 'E011004']);
      const byKey = { tokenEndpointAuthMethod: 'private_key_jwt', jwks: { keys: [key] } };
      const keyedId = await createApp(byKey);
      for (const answer of [
        await show(keyedId),
        await show('nobody'),
        await manage('rotate', { id: 'nobody' }),
      ])
        expect([answer.status, answer.body.errorCode]).toEqual([404, 'E111802']);
    });

    test('the audit log records who read a secret', async () => {
      const id = await createApp();
      await show(id);
      const actions = [`${family.event}SecretShown`];
      const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions });
      expect(JSON.stringify(body.audits[0].data)).toContain(id);
      expect(body.audits[0]).toMatchObject({ actorType: 'managementKey' });
    });

    test('secrets are deleted with their application', async () => {
      const id = await createApp();
      await manage('delete', { id });
      const rows = await latchkey.service.db
        .selectFrom(family.table as 'ssoAppSecrets')
        .select('id')
        .where('projectId', '=', latchkey.projectId)
        .where(family.column as 'ssoAppId', '=', id)
        .execute();
      expect(rows).toEqual([]);
    });
  },
);
