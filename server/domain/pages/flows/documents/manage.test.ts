import { afterAll, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../../../../../test/component-library.ts';
import { startFlows } from '../../../../../test/flows.ts';
import { inNewProject } from '../../../../../test/new-project.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  await installComponentLibrary();
  flows = await startFlows();
  ({ latchkey } = flows);
});
afterAll(() => latchkey.close());

const manage = async (call: string, body: object, server = latchkey) => {
  const { status, body: answer } = await server.manage('POST', `/v1/mgmt/flow/${call}`, body);
  return { status, ...answer };
};
const exported = (flowId: string) => manage('export', { flowId });
const listed = async (server = latchkey) => (await manage('list', {}, server)).flows;

test('of two imports of the same state one wins, and the other is told', async () => {
  for (const flowId of ['sign-up', 'race']) {
    if (flowId === 'race')
      await manage('import', { flowId, flow: { dsl: (await exported('sign-in')).flow.dsl } });
    const { flow } = await exported(flowId);
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => manage('import', { flowId, flow: { ...flow, name } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser).toMatchObject({ errorCode: 'E011012', errorMessage: expect.stringContaining('etag') });
    expect((await exported(flowId)).flow).toEqual(winner?.flow);
    expect((await manage('import', { flowId, flow: { ...flow, name: 'late' } })).status).toBe(409);
    expect(
      (await manage('import', { flowId, flow: { ...flow, etag: undefined, name: 'late' } })).status,
    ).toBe(200);
  }
});

test('the list agrees with config.json', async () => {
  await manage('import', {
    flowId: 'off',
    flow: { dsl: (await exported('sign-in')).flow.dsl, disabled: true },
  });
  const { body } = await latchkey.request('GET', `/pages/${latchkey.projectId}/v2-beta/config.json`);
  const enabled = (await listed()).filter(({ disabled }: { disabled: boolean }) => !disabled);
  expect(Object.keys(body.flows)).toEqual(enabled.map(({ id }: { id: string }) => id));
  expect(await listed()).toContainEqual({
    id: 'off',
    builtIn: false,
    changed: true,
    name: 'Sign in',
    description: '',
    disabled: true,
  });
});

test('one flow that cannot be deleted keeps the others', async () => {
  await manage('import', { flowId: 'kept', flow: { dsl: (await exported('sign-in')).flow.dsl } });
  const before = await listed();
  expect(await manage('delete', { ids: ['kept', 'step-up'] })).toMatchObject({
    status: 400,
    errorCode: 'E011004',
    errorMessage: expect.stringContaining('disabled: true'),
  });
  expect(await manage('delete', { ids: ['kept', 'gone'] })).toMatchObject({
    status: 404,
    errorCode: 'E102001',
  });
  expect(await listed()).toEqual(before);
});

test('the HTML and the description of a screen decide nothing, so that an edited one is refused', async () => {
  const { flow, screens } = await exported('sign-in');
  const edits = [
    { htmlTemplate: '<img src=x onerror=alert(1)>' },
    { htmlTemplate: `${screens[0].htmlTemplate}<script>alert(1)</script>` },
    { interactions: [{ id: 'continue', label: 'Mine' }] },
    { texts: [{ id: 'title', text: 'Mine' }] },
    { htmlTemplate: {} },
  ];
  for (const edit of edits) {
    const [first, ...others] = screens;
    const answer = await manage('import', {
      flowId: 'edited',
      flow: { dsl: flow.dsl },
      screens: [{ ...first, ...edit }, ...others],
    });
    expect(answer, JSON.stringify(edit)).toMatchObject({ status: 400, errorCode: 'E011004' });
    expect(answer.errorMessage).toContain('screens[0]');
  }
  const plain = screens.map(({ id }: { id: string }) => ({ id, flowId: 'edited', htmlTemplate: '' }));
  expect((await manage('import', { flowId: 'edited', flow: { dsl: flow.dsl }, screens: plain })).status).toBe(
    200,
  );
});

test('a document is refused with the place and the remedy', async () => {
  const { dsl } = (await exported('sign-up-or-in')).flow;
  await flows.offer('emailCode', 'password');
  const bad: [object, string][] = [
    [{ ...dsl, format: 'other/1' }, 'format'],
    [{ ...dsl, base: 'gone' }, 'dsl.base'],
    [{ ...dsl, start: 'code' }, 'dsl.start'],
    [{ ...dsl, methods: ['passkey'] }, 'does not offer passkey'],
    [{ ...dsl, methods: ['password', 'password'] }, 'twice'],
    [{ ...dsl, methods: [] }, 'methods'],
    [{ ...dsl, more: 1 }, 'more'],
    [{ ...dsl, texts: { gone: { title: { en: 'x' } } } }, 'dsl.texts.gone'],
    [{ ...dsl, texts: { code: { lead: { en: 'x' } } } }, 'dsl.texts.code.lead'],
    [{ ...dsl, texts: { code: { title: { xx: 'x' } } } }, 'dsl.texts.code.title.xx'],
    [{ ...dsl, texts: { code: { title: { en: ' ' } } } }, 'dsl.texts.code.title.en'],
    [{ ...dsl, texts: { code: { title: { en: 'x'.repeat(501) } } } }, 'dsl.texts.code.title.en'],
  ];
  const before = await listed();
  for (const [document, place] of bad) {
    const answer = await manage('import', { flowId: 'bad', flow: { dsl: document } });
    expect(answer.status, place).toBe(400);
    expect(answer.errorMessage).toContain(place);
  }
  for (const value of [null, 1, 'text', [], { dsl: 1 }])
    expect((await manage('import', { flowId: 'bad', flow: { dsl: value } })).status).toBe(400);
  for (const flowId of ['Bad', 'bad_id', 'bad--id', '-bad', 'b'.repeat(65)])
    expect((await manage('import', { flowId, flow: { dsl } })).status, flowId).toBe(400);
  const stepUp = (await exported('step-up')).flow.dsl;
  expect(
    (await manage('import', { flowId: 'bad', flow: { dsl: { ...stepUp, methods: ['password'] } } })).status,
  ).toBe(400);
  expect((await manage('import', { flowId: 'sign-in', flow: { dsl } })).errorMessage).toContain('dsl.base');
  expect(await listed()).toEqual(before);
});

test('a snapshot and a copy of the project have the changed flows', async () => {
  const { flow } = await exported('sign-in');
  await manage('import', {
    flowId: 'sign-in',
    flow: { ...flow, etag: undefined, name: 'Ours', disabled: true },
  });
  const { body } = await latchkey.manage('POST', '/v1/mgmt/project/snapshot/export', {});
  expect(Object.keys(body.files).filter((path) => path.startsWith('flows/'))).toContain('flows/sign-in.json');
  const other = await inNewProject(latchkey);
  const imported = await other.manage('POST', '/v1/mgmt/project/snapshot/import', { files: body.files });
  expect(imported.status).toBe(200);
  expect(await listed(other)).toEqual(await listed());
  const again = await other.manage('POST', '/v1/mgmt/project/snapshot/export', {});
  expect(again.body.files['flows/sign-in.json']).toEqual(body.files['flows/sign-in.json']);
});

test('a copy has the ways of a flow that the project no longer offers, and an import names them', async () => {
  await flows.offer('emailCode', 'smsCode');
  const { dsl } = (await exported('sign-in')).flow;
  const chosen = { ...dsl, methods: ['smsCode', 'emailCode'] };
  const first = await manage('import', { flowId: 'by-phone', flow: { dsl: chosen } });
  await flows.offer('emailCode');
  expect((await manage('import', { flowId: 'by-phone', flow: first.flow })).status).toBe(200);
  const { status, body } = await latchkey.manage('POST', '/v1/mgmt/project/clone', { name: 'Copy' });
  expect({ status, notes: body.notes }).toMatchObject({ status: 200 });
  expect(await manage('import', { flowId: 'new-one', flow: { dsl: chosen } })).toMatchObject({
    status: 400,
    errorMessage: expect.stringContaining('smsCode'),
  });
});

test('a key that only reads can list and export, and a key of tenants has no access', async () => {
  const key = async (reBac: object) => {
    const { body } = await latchkey.manage('PUT', '/v1/mgmt/managementkey', {
      name: `k${Math.random()}`,
      reBac,
    });
    return `${latchkey.projectId}:${body.cleartext}`;
  };
  const projectIds = [latchkey.projectId];
  const reading = await key({ projectRoles: [{ projectIds, roles: ['project-read-only'] }] });
  const users = await key({ projectRoles: [{ projectIds, roles: ['project-users'] }] });
  const ask = async (bearer: string, call: string, body: object) =>
    (await latchkey.request('POST', `/v1/mgmt/${call}`, { bearer, body })).status;
  const { dsl } = (await exported('sign-up')).flow;
  const changes: [string, object][] = [
    ['flow/import', { flowId: 'by-key', flow: { dsl } }],
    ['flow/delete', { ids: ['sign-up'] }],
    ['theme/import', { theme: { cssTemplate: { light: {} } } }],
  ];
  expect(await ask(reading, 'flow/list', {})).toBe(200);
  expect(await ask(reading, 'flow/export', { flowId: 'sign-up' })).toBe(200);
  for (const [call, body] of changes) {
    expect(await ask(reading, call, body), call).toBe(403);
    expect(await ask(users, call, body), call).toBe(403);
  }
  expect(await ask(users, 'flow/export', { flowId: 'sign-up' })).toBe(403);
});
