import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFlows } from '../../../../../test/flows.ts';
import { codeSentTo } from '../../../../../test/messages.ts';
import { inNewProject } from '../../../../../test/new-project.ts';
import { flows as definitions } from '../definitions/flows.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
});
afterAll(() => latchkey.close());

const manage = async (call: string, body: object, server = latchkey) => {
  const { status, body: answer } = await server.manage('POST', `/v1/mgmt/flow/${call}`, body);
  return { status, ...answer };
};
const listed = async (server = latchkey) => (await manage('list', {}, server)).flows;

test.each([...definitions.keys()])(
  '%s comes back in as it was exported, and is then still unchanged',
  async (flowId) => {
    const exported = await manage('export', { flowId });
    expect(exported).toMatchObject({ status: 200, flow: { id: flowId, disabled: false } });
    const { flow, screens } = exported;
    expect(screens.map(({ id }: { id: string }) => id)).toEqual(Object.keys(flow.dsl.screens));
    const imported = await manage('import', { flowId, flow, screens });
    expect(imported).toEqual(exported);

    const copy = { ...flow, id: `${flowId}-copy`, name: 'A copy' };
    const added = await manage('import', { flowId: copy.id, flow: copy, screens });
    expect(added).toMatchObject({ status: 200, flow: { id: copy.id, name: 'A copy', dsl: flow.dsl } });
    const again = await manage('import', { flowId: copy.id, flow: added.flow, screens: added.screens });
    expect(again).toEqual(added);

    const other = await inNewProject(latchkey);
    const { status } = await manage(
      'import',
      { flowId: copy.id, flow: added.flow, screens: added.screens },
      other,
    );
    expect(status).toBe(200);
    expect(await listed(other)).toHaveLength(definitions.size + 1);
    expect(await manage('delete', { ids: [copy.id] })).toEqual({ status: 200 });
  },
);

test('a duplicate with fewer ways signs a person in', async () => {
  const { flow } = await manage('export', { flowId: 'sign-up-or-in' });
  const {
    createAccount: _,
    usePasskey: _passkey,
    passkeyInField: _field,
    ...kept
  } = flow.dsl.screens['sign-up-or-in'];
  const { 'create-account': _screen, ...screens } = flow.dsl.screens;
  const texts = { 'sign-up-or-in': { title: { en: '<b>Hi</b> {{form.loginId}}', de: 'Hallo' } } };
  const dsl = { ...flow.dsl, methods: ['emailCode'], texts, screens: { ...screens, 'sign-up-or-in': kept } };
  const { status, flow: added } = await manage('import', {
    flowId: 'partners',
    flow: { name: 'Partners', dsl },
  });
  expect({ status, added }).toMatchObject({ status: 200, added: { dsl } });

  const file = (name: string) => latchkey.request('GET', `/pages/${latchkey.projectId}/v2-beta/${name}`);
  const html = (await file('partners--sign-up-or-in.html')).body;
  expect(html).toContain('&lt;b&gt;Hi&lt;/b&gt; { {form.loginId}}');
  expect(html).not.toMatch(/usePasskey|createAccount|<b>/);
  expect((await file('partners--sign-up-or-in-de.html')).body).toContain('>Hallo<');
  expect((await file('partners--create-account.html')).status).toBe(404);

  const browser = await flows.identify(flows.newAddress(), 'partners');
  expect(browser.at).toMatchObject({ stepName: 'code', screen: { id: 'partners--code' } });
  const done = await browser.press('verify', {
    code: await codeSentTo(latchkey, browser.at.screen.state.form.loginId),
  });
  expect(done.status).toBe('completed');
});
