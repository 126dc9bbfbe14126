import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFlows } from '../../../../test/flows.ts';
import { connectSimulator } from '../../../../test/oauth-browser.ts';
import { loadProject } from '../../project/projects/load-project.ts';
import { flows as definitions } from './definitions/flows.ts';
import { attributeFlow } from './definitions/profile-flows.ts';
import { tenantAttributeFlow } from './definitions/tenant-flows.ts';
import { describeFlows } from './describe-flows.ts';
import { renderScreen } from './screens/render-screen.ts';
import { screenIds } from './screens/screens.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
  await connectSimulator(latchkey, 'corner', { title: '"><img onerror=alert(1)>{{{form.email}}}' });
});
afterAll(() => latchkey.close());

async function context() {
  const project = await loadProject(latchkey.service, latchkey.projectId);
  if (!project) throw new Error('the project is gone');
  return { ...latchkey.context, project };
}

async function render(file: string): Promise<string> {
  const html = await renderScreen(await context(), file);
  if (html === undefined) throw new Error(`there is no ${file}`);
  return html;
}

/** The interactions that the component itself sends. */
const ofComponent = ['submit', 'polling', 'idpInitiated'];

function interactionsIn(html: string): string[] {
  const pressed = html.matchAll(
    /<descope-(?:button|passcode)[^>]* id="([^"]+)"|<descope-[^>]* id="([^"]+)"[^>]*autocomplete="webauthn"/g,
  );
  return [...pressed].map(([, button, field]) => (button ?? field ?? '').replace(/^provider-.*/, 'provider'));
}

const all = [...definitions.values(), attributeFlow('nick'), tenantAttributeFlow('seats')];

test('a screen has the buttons of its interactions, in every flow that has it', async () => {
  for (const { screens } of all) {
    for (const [id, interactions = {}] of Object.entries(screens)) {
      const buttons = interactionsIn(await render(`${id}.html`));
      const missing = Object.keys(interactions).filter(
        (name) => !ofComponent.includes(name) && !buttons.includes(name),
      );
      expect(missing, id).toEqual([]);
    }
  }
  for (const id of screenIds) {
    const known = all.flatMap(({ screens }) => Object.keys(screens[id] ?? {}));
    expect(
      interactionsIn(await render(`${id}.html`)).filter((name) => !known.includes(name)),
      id,
    ).toEqual([]);
  }
});

test('a screen consists of elements of the library, without scripts, whatever names contain', async () => {
  await latchkey.manage('POST', '/v1/mgmt/project/update/name', { name: '<img src=x onerror=alert(1)>' });
  for (const id of screenIds) {
    for (const locale of ['', '-de', '-fr-ca', '-es']) {
      const html = await render(`${id}${locale}.html`);
      const names = [...html.matchAll(/<\/?([a-z-]+)/g)].map(([, name]) => name);
      expect(
        names.every((name) => name?.startsWith('descope-')),
        id,
      ).toBe(true);
      expect(html).not.toMatch(/<img|<script|<[^>]*\son\w+=|javascript:|\{\{form\.email/);
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, id).toBe(ids.length);
    }
  }
});

test('there is a screen for each locale that the flows list, and no other', async () => {
  const described = await describeFlows(await context());
  const [own, others] = ['user-profile-', 'sign-'].map((prefix) =>
    Object.keys(described).filter((id) => id.startsWith(prefix)),
  );
  expect(others).toEqual(['sign-up-or-in', 'sign-in', 'sign-up']);
  expect(own).toContain('user-profile-email');
  const { 'sign-in': signIn, 'step-up': stepUp } = described;
  expect(signIn).toMatchObject({ version: expect.any(Number), startScreenId: 'sign-in' });
  expect(signIn?.targetLocales).toEqual(
    expect.arrayContaining(['en', 'de', 'de-de', 'de-at', 'fr', 'es', 'es-mx']),
  );
  expect(stepUp).not.toHaveProperty('startScreenId');
  const { body } = await latchkey.manage('POST', '/v1/mgmt/flow/list', {});
  expect(body.flows.map(({ id }: { id: string }) => id)).toEqual(Object.keys(described));
  expect(await render('sign-in-de-at.html')).toBe(await render('sign-in-de.html'));
  expect(await render('sign-in-de.html')).not.toBe(await render('sign-in.html'));
  for (const file of [
    'sign-in',
    'nothing.html',
    'sign-in-xx.html',
    'sign-in-de.htm',
    '__proto__.html',
    '../sign-in.html',
    'sign-in-.html',
  ])
    expect(await renderScreen(await context(), file), file).toBeUndefined();
});

test('a screen shows what the project offers, at once', async () => {
  await flows.configure({ hostedPages: { signInMethods: ['emailCode'], signUp: false } });
  const plain = await render('sign-up-or-in.html');
  expect(plain).toContain('descope-email-field');
  expect(plain).not.toMatch(/usePasskey|provider-|createAccount/);
  expect(await render('sign-up.html')).not.toContain('descope-button');
  await flows.configure({ hostedPages: { signInMethods: ['oauth'] } });
  expect(await render('sign-in.html')).not.toContain('continue');
});

test('the guide names every flow, screen and interaction', async () => {
  const guide = await readFile(new URL('../../../../docs/flows.md', import.meta.url), 'utf8');
  const named = [...definitions.values()].flatMap(({ id, screens }) => [
    id,
    ...Object.entries(screens).flatMap(([screen, interactions = {}]) => [
      screen,
      ...Object.keys(interactions),
    ]),
  ]);
  const byComponent = ['submit', 'provider', 'passkeyInField', 'idpInitiated'];
  const missing = new Set(
    named.filter((name) => !byComponent.includes(name) && !guide.includes(`\`${name}\``)),
  );
  expect([...missing]).toEqual([]);
});
