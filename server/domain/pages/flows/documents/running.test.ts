import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installComponentLibrary } from '../../../../../test/component-library.ts';
import { FlowBrowser, linkSentTo, startFlows } from '../../../../../test/flows.ts';
import type { Latchkey } from '../../../../../test/harness.ts';
import { codeSentTo } from '../../../../../test/messages.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: Latchkey;
let counter = 0;
/** A flow that the running test changes. */
let flowId = '';
beforeAll(async () => {
  await installComponentLibrary();
  flows = await startFlows();
  ({ latchkey } = flows);
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  counter += 1;
  flowId = `own-${counter}`;
  await change({});
});

const manage = async (call: string, body: object, server = latchkey) => {
  const { status, body: answer } = await server.manage('POST', `/v1/mgmt/flow/${call}`, body);
  return { status, ...answer };
};
const dslOf = async (base = 'sign-up-or-in') =>
  structuredClone((await manage('export', { flowId: base })).flow.dsl);
const config = async (server = latchkey) =>
  (await server.request('GET', `/pages/${latchkey.projectId}/v2-beta/config.json`)).body.flows;

async function change(fields: object, edit?: (dsl: Awaited<ReturnType<typeof dslOf>>) => void) {
  const dsl = await dslOf();
  edit?.(dsl);
  const imported = await manage('import', { flowId, flow: { dsl, ...fields } });
  expect(imported).toMatchObject({ status: 200 });
  return imported;
}

function withoutSignUpScreen(dsl: Awaited<ReturnType<typeof dslOf>>) {
  delete dsl.screens['sign-up-or-in'].createAccount;
  delete dsl.screens['create-account'];
}

async function finish(browser: FlowBrowser) {
  const { loginId } = browser.at.screen.state.form;
  return browser.press('verify', { code: await codeSentTo(latchkey, loginId) });
}

describe('a running execution', () => {
  beforeAll(() => flows.offer('emailCode', 'magicLink'));

  test('goes on after a change that keeps its screen', async () => {
    const browser = await flows.identify(flows.newAddress(), flowId);
    await change({}, withoutSignUpScreen);
    expect((await finish(browser)).status).toBe('completed');
  });

  test('shows its screen again for an interaction that the flow no longer has', async () => {
    const browser = await flows.identify(flows.newAddress(), flowId);
    await change({}, (dsl) => delete dsl.screens.code.resend);
    expect(await browser.press('resend')).toMatchObject({ stepName: 'code', status: 'waiting', stepId: '1' });
    expect((await finish(browser)).status).toBe('completed');
  });

  test('begins again, with the address, if its screen is gone', async () => {
    const browser = new FlowBrowser(latchkey);
    await browser.start(flowId, { interactionId: 'createAccount', input: { loginId: 'ann@example.com' } });
    expect(browser.at.stepName).toBe('create-account');
    await change({}, withoutSignUpScreen);
    expect(await browser.press('continue', { loginId: 'ann@example.com', name: 'Ann' })).toMatchObject({
      screen: { id: `${flowId}--sign-up-or-in`, state: { form: { loginId: 'ann@example.com' } } },
      stepId: '0',
    });
    await browser.press('continue', { loginId: flows.newAddress() });
    expect((await finish(browser)).status).toBe('completed');
  });

  test.each(['disabled', 'deleted'])('ends with the next request if its flow is %s', async (how) => {
    const loginId = flows.newAddress();
    const browser = await flows.identify(loginId, flowId);
    const link = await flows.identify(flows.newAddress(), flowId);
    await link.press('useLink');
    const sent = await linkSentTo(latchkey, link.at.screen.state.form.loginId);
    if (how === 'disabled') await change({ disabled: true });
    else expect((await manage('delete', { ids: [flowId] })).status).toBe(200);
    const code = await codeSentTo(latchkey, loginId);
    expect(await browser.press('verify', { code })).toMatchObject({ errorCode: 'E103205' });
    expect(await link.press('polling')).toMatchObject({ errorCode: 'E103205' });
    expect((await new FlowBrowser(latchkey).open(sent)).body).toMatchObject({ errorCode: 'E103205' });
    const { status, body } = await new FlowBrowser(latchkey).start(flowId);
    expect({ status, body }).toMatchObject({ status: 404, body: { errorCode: 'E102001' } });
    expect(await config()).not.toHaveProperty(flowId);
  });

  test('asks only for the ways that the flow chooses, also if the browser asks for another one', async () => {
    const browser = await flows.identify(flows.newAddress(), flowId);
    await change({}, (dsl) => Object.assign(dsl, { methods: ['emailCode'] }));
    const { screen } = await browser.press('useLink');
    expect(screen.state.errorText).toBeTruthy();
    expect((await finish(browser)).status).toBe('completed');
  });
});

test('the version rises with each change, and never falls', async () => {
  const versions = [];
  for (const edit of [
    () => change({ name: 'B' }),
    () => change({ disabled: false }),
    () => change({}, withoutSignUpScreen),
    () => manage('delete', { ids: [flowId] }),
    () => change({}),
  ]) {
    await edit();
    versions.push((await config())[flowId]?.version);
  }
  const [named, same, changed, deleted, again] = versions;
  expect(same).toBe(named);
  expect(changed).toBeGreaterThan(named);
  expect(deleted).toBeUndefined();
  expect(again).toBeGreaterThan(changed);
});

test('a flow can start with the sign-up, and a page with the earlier first screen gets the new one', async () => {
  await change({}, (dsl) => Object.assign(dsl, { start: 'create-account' }));
  const own = (await config())[flowId];
  expect(own.startScreenId).toBe(`${flowId}--create-account`);
  const browser = new FlowBrowser(latchkey);
  // The version that this browser sends is an earlier one.
  await browser.start(flowId, { interactionId: 'continue', input: { loginId: 'ann@example.com' } });
  expect(browser.at).toMatchObject({ stepName: 'create-account', stepId: '0' });
  await browser.press('back');
  expect(browser.at.stepName).toBe('sign-up-or-in');
  expect(browser.at.stepId).not.toBe('0');
});

test('a built-in flow goes back to the original, and its executions go on', async () => {
  const dsl = await dslOf('sign-in');
  const texts = { code: { title: { en: 'Your code' } } };
  await manage('import', { flowId: 'sign-in', flow: { dsl: { ...dsl, texts }, disabled: false } });
  const changed = (await config())['sign-in'];
  expect(changed.startScreenId).toBe('sign-in--sign-in');
  await flows.offer('emailCode');
  const browser = await flows.identify(await flows.makeUser(), 'sign-in');
  expect(browser.at.screen.id).toBe('sign-in--code');
  expect((await manage('delete', { ids: ['sign-in'] })).status).toBe(200);
  const reset = (await config())['sign-in'];
  expect(reset.startScreenId).toBe('sign-in');
  expect(reset.version).toBeGreaterThan(changed.version);
  expect((await finish(browser)).status).toBe('completed');
});

test('another instance applies a change within six seconds', async () => {
  const other = await latchkey.startAnother();
  expect((await config(other))[flowId]).toBeDefined();
  await change({ disabled: true });
  const atOnce = new FlowBrowser(latchkey);
  expect((await atOnce.start(flowId)).status).toBe(404);
  other.advance(6_000);
  expect((await new FlowBrowser(other).start(flowId)).status).toBe(404);
  expect(await config(other)).not.toHaveProperty(flowId);
  await other.close();
});
