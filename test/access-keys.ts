import { expect } from 'vitest';
import { startLatchkey } from './harness.ts';

export type AccessKeys = Awaited<ReturnType<typeof startWithAccessKeys>>;

/** Starts a Latchkey with tenants and roles for access keys, and the calls that their tests share. */
export async function startWithAccessKeys() {
  const latchkey = await startLatchkey();
  const { manage } = latchkey;
  for (const id of ['acme', 'globex']) await manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
  await manage('POST', '/v1/mgmt/permission/create', { name: 'read' });
  await manage('POST', '/v1/mgmt/permission/create', { name: 'write' });
  for (const role of [
    { name: 'reader', permissionNames: ['read'] },
    { name: 'writer', permissionNames: ['write', 'read'] },
    { name: 'writer', tenantId: 'acme', permissionNames: ['write'] },
  ]) {
    expect((await manage('POST', '/v1/mgmt/role/create', role)).status).toBe(200);
  }

  async function create(fields: object = {}) {
    const answer = await manage('POST', '/v1/mgmt/accesskey/create', { name: 'build', ...fields });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    return answer.body as { key: Record<string, unknown> & { id: string }; cleartext: string };
  }

  function exchange(cleartext: string, loginOptions?: object, from = latchkey) {
    const bearer = `${latchkey.projectId}:${cleartext}`;
    return from.request('POST', '/v1/auth/accesskey/exchange', { bearer, body: { loginOptions } });
  }

  return {
    latchkey,
    create,
    exchange,
    call: (operation: string, body: object) => manage('POST', `/v1/mgmt/accesskey/${operation}`, body),
    load: async (id: string) => (await manage('GET', `/v1/mgmt/accesskey?id=${id}`)).body.key,
    inAnHour: () => Math.floor(latchkey.service.now() / 1000) + 3600,
  };
}
