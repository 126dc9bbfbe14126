import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFlows } from '../../../../../test/flows.ts';
import { flows as definitions } from '../definitions/flows.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
});
afterAll(() => latchkey.close());

const call = async (path: string, body: object) => {
  const { status, body: answer } = await latchkey.manage('POST', path, body);
  return { status, ...answer };
};
const exported = (flowId: string) => call('/v2/mgmt/flow/export', { flowId });
const imported = (flow: unknown) => call('/v2/mgmt/flow/import', { flow });
const listed = async () => (await call('/v1/mgmt/flow/list', {})).flows;

describe('a flow of ours', () => {
  test.each([...definitions.keys()])('%s comes back in as it was exported', async (flowId) => {
    const { status, flow } = await exported(flowId);
    expect({ status, flow }).toMatchObject({ status: 200, flow: { flowId, references: {} } });
    expect(await imported(flow)).toEqual({ status: 200, flow, notes: [] });
    const copy = { ...flow, flowId: `${flowId}-tasks`, screens: [] };
    expect(await imported(copy)).toMatchObject({ status: 200, flow: { contents: flow.contents } });
  });

  test('is refused if its tasks contradict each other, or lack what the flow needs', async () => {
    const { flow } = await exported('sign-in');
    const before = await listed();
    const { 'code.verify': verify, ...tasks } = flow.contents.tasks;
    const lost = { ...flow, contents: { ...flow.contents, tasks } };
    expect(await imported(lost)).toMatchObject({ status: 400, errorCode: 'E011004' });
    const other = { ...verify, action: 'latchkey.skip' };
    const changed = { ...flow, contents: { ...flow.contents, tasks: { ...tasks, 'code.verify': other } } };
    const { errorMessage } = await imported(changed);
    expect(errorMessage).toContain('screens.code.verify');
    const edited = { ...flow, screens: [{ screenId: 'code', contents: {}, interactions: [] }] };
    expect((await imported(edited)).errorMessage).toContain('flow.screens');
    expect(await listed()).toEqual(before);
  });
});

const node = (id: string, resolvedName: string, props: object = {}) => ({
  [id]: {
    type: { resolvedName },
    props: { id, ...props },
    nodes: [],
    linkedNodes: {},
    custom: {},
    hidden: false,
  },
});
const inline = (value: unknown) => ({ type: 'inline', value });
const automated = (id: string, action: string, rules: [string, string][], values: object = {}) => ({
  [id]: {
    id,
    name: `Task ${id}`,
    type: 'automated',
    action,
    arguments: values,
    errorHandlingV2: {},
    next: { rules: rules.map(([interactionId, taskId]) => ({ interactionId, taskId })) },
    view: { x: 1, y: 2 },
  },
});
const shown = (id: string, screenId: string, rules: [string, string][]) => ({
  [id]: { ...automated(id, '', rules)[id], type: 'screen', action: undefined, screenId },
});

/** A flow in the shape in which the vendor’s console exports it, with texts of our own. */
const foreign = (more: { tasks?: object; nodes?: object; metadata?: object } = {}) => ({
  flowId: 'welcome',
  metadata: {
    name: 'Welcome',
    description: 'A flow from elsewhere',
    componentsVersion: '2.1.13',
    disabled: false,
    fingerprint: false,
    management: false,
    managementConfig: null,
    widget: false,
    translation: null,
    ...more.metadata,
  },
  contents: {
    startTask: '0',
    tasks: {
      ...shown('0', 'SC1', [
        ['b1', '5'],
        ['b2', '8'],
      ]),
      ...automated('5', 'sign-up-or-in-otp-email', [['success', '6']], { templateId: inline('') }),
      ...shown('6', 'SC2', [
        ['resend', '5'],
        ['code', '7'],
      ]),
      ...automated('7', 'verify-code-otp-email', [['success', '4']]),
      ...automated('8', 'oauth-start', [['success', '8.end']], {
        exchangeStepId: inline('8.end'),
        prompt: inline([]),
      }),
      ...automated('8.end', 'exchange-oauth-code', [['success', '4']]),
      ...automated('4', 'logged-in', []),
      start: { id: 'start', name: 'start', next: { rules: [{ taskId: '0' }] }, view: { x: 0, y: 0 } },
      ...more.tasks,
    },
  },
  screens: [
    {
      screenId: 'SC1',
      interactions: [{ id: 'b1', label: 'Go' }],
      contents: {
        ROOT: {
          type: { resolvedName: 'Container' },
          props: { id: 'ROOT' },
          nodes: ['t1', 'e1', 'b1', 'b2', 'l1'],
        },
        ...node('t1', 'Text', { children: 'Come <b>in</b>', variant: 'h3' }),
        ...node('e1', 'EmailInput', { name: 'email' }),
        ...node('b1', 'Button', { children: 'Go on', variant: 'contained' }),
        ...node('b2', 'GoogleButton', { children: 'Google' }),
        ...node('l1', 'Link', { children: 'Our terms', href: 'https://example.com' }),
        ...more.nodes,
      },
    },
    {
      screenId: 'SC2',
      contents: {
        ROOT: { type: { resolvedName: 'Container' }, props: {}, nodes: ['t2', 'code', 'resend'] },
        ...node('t2', 'Text', { children: 'Check your mail', variant: 'subtitle1' }),
        ...node('code', 'Code', { name: 'code' }),
        ...node('resend', 'Button', { children: 'Once more' }),
      },
    },
  ],
  references: { roles: {} },
});

describe('a flow of the vendor’s console', () => {
  test('brings its ways to sign in, their order and its texts, and says what is not kept', async () => {
    const { status, notes } = await imported(foreign());
    expect({ status, notes }).toEqual({
      status: 200,
      notes: [
        'screens.SC1.b2 (GoogleButton: Google) is not kept',
        'screens.SC1.l1 (Link: Our terms) is not kept',
      ],
    });
    const { flow } = await call('/v1/mgmt/flow/export', { flowId: 'welcome' });
    expect(flow).toMatchObject({
      name: 'Welcome',
      dsl: {
        base: 'sign-up-or-in',
        methods: ['emailCode', 'oauth'],
        texts: {
          'sign-up-or-in': { title: { en: 'Come <b>in</b>' }, continue: { en: 'Go on' } },
          code: { title: { en: 'Check your mail' }, resend: { en: 'Once more' } },
        },
      },
    });
    const { body } = await latchkey.request(
      'GET',
      `/pages/${latchkey.projectId}/v2-beta/welcome--sign-up-or-in.html`,
    );
    expect(body).toContain('Come &lt;b&gt;in&lt;/b&gt;');
    const browser = await flows.identify(flows.newAddress(), 'welcome');
    expect(browser.at.screen.id).toBe('welcome--code');
  });

  test.each([
    ['an action', { tasks: automated('9', 'ab-test', []) }, 'ab-test'],
    ['a condition', { tasks: { 9: { id: '9', name: 'New?', type: 'condition', conditions: [] } } }, 'New?'],
    ['an element', { nodes: node('x', 'CustomHtml') }, 'CustomHtml'],
    ['two purposes', { tasks: automated('9', 'sign-in-otp-email', []) }, 'one purpose'],
    ['a flow of a widget', { metadata: { widget: true } }, 'metadata.widget'],
    ['a missing task', { tasks: automated('4', 'logged-in', [['success', 'gone']]) }, 'gone'],
  ])('is refused with %s, which the message names, and nothing is stored', async (_, more, named) => {
    const before = await listed();
    const { status, errorCode, errorMessage } = await imported({ ...foreign(more), flowId: 'other' });
    expect({ status, errorCode }).toEqual({ status: 400, errorCode: 'E011004' });
    expect(errorMessage).toContain(named);
    expect(await listed()).toEqual(before);
  });
});
