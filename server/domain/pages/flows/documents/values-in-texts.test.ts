import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFlows } from '../../../../../test/flows.ts';
import { inNewProject } from '../../../../../test/new-project.ts';
import { connectSimulator } from '../../../../../test/oauth-browser.ts';

/** Texts of a flow in which the server or the component fills in a value: an address, a record, the title of a provider. */
let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
  await connectSimulator(latchkey, 'corner', { title: 'Corner {{lead}} $& <b>' });
  await flows.offer('emailCode', 'password', 'oauth');
});
afterAll(() => latchkey.close());

const manage = async (call: string, body: object, server = latchkey) => {
  const { status, body: answer } = await server.manage('POST', `/v1/mgmt/flow/${call}`, body);
  return { status, ...answer };
};
const page = async (file: string) =>
  (await latchkey.request('GET', `/pages/${latchkey.projectId}/v2-beta/${file}.html`)).body as string;

const texts = {
  'sign-in': {
    provider: {
      en: 'Go to {{provider}}',
      de: 'Zu {{provider}}',
      es: 'Ir a {{provider}}',
      fr: 'Aller vers {{provider}}',
    },
    providers: { en: 'Or elsewhere' },
  },
  code: {
    lead: {
      en: 'Dear guest. {{lead}}',
      de: 'Lieber Gast. {{lead}}',
      es: 'Estimado cliente. {{lead}}',
      fr: 'Cher client. {{lead}}',
    },
  },
  password: { account: { en: '{{{form.loginId}} {{project.name}} <i>{{form.loginId}}' } },
  'set-up-authenticator': { key: { en: 'Type {{totp.secret}} into the app' } },
};

async function importTexts(texts: object, flowId = 'guests', server = latchkey) {
  const { flow } = await manage('export', { flowId: 'sign-in' }, server);
  return manage('import', { flowId, flow: { dsl: { ...flow.dsl, texts } } }, server);
}

test('a replaced text keeps its values in each language, and comes back as it was exported', async () => {
  const imported = await importTexts(texts);
  expect(imported).toMatchObject({ status: 200, flow: { dsl: { texts } } });
  const words = {
    '': 'Dear guest',
    '-de': 'Lieber Gast',
    '-es': 'Estimado cliente',
    '-fr-ca': 'Cher client',
  };
  for (const [locale, word] of Object.entries(words))
    expect(await page(`guests--code${locale}`)).toContain(`>${word}. {{lead}}<`);
  const { flow, screens } = await manage('export', { flowId: 'guests' });
  const listed = (id: string) => screens.find((screen: { id: string }) => screen.id === id).texts;
  expect(listed('code')).toContainEqual({ id: 'lead', text: '{{lead}}' });
  expect(listed('sign-in')).toContainEqual({ id: 'provider', text: 'Continue with {{provider}}' });
  expect(screens[0].htmlTemplate).not.toContain('provider-');
  expect(await manage('import', { flowId: 'guests', flow, screens })).toMatchObject({ status: 200 });
  const other = await inNewProject(latchkey);
  expect(await manage('import', { flowId: 'guests', flow, screens }, other)).toMatchObject({ status: 200 });
  const shown = await flows.identify(await flows.makeUser(), 'guests');
  expect(shown.at.screen).toMatchObject({
    id: 'guests--code',
    state: { lead: expect.stringContaining('***@') },
  });
});

test('the button of each provider has its title, which is no template', async () => {
  const title = 'Corner { {lead}} $&amp; &lt;b&gt;';
  for (const [locale, start] of Object.entries({
    '': 'Go to',
    '-de': 'Zu',
    '-es': 'Ir a',
    '-fr': 'Aller vers',
  }))
    expect(await page(`guests--sign-in${locale}`)).toContain(`>${start} ${title}<`);
  expect(await page('guests--sign-in')).toContain('>Or elsewhere<');
});

test('only the values of the replaced text are filled in', async () => {
  const html = await page('guests--password');
  expect(html).toContain('>{ {{form.loginId}} { {project.name}} &lt;i&gt;{{form.loginId}}<');
});

test.each([
  ['code', 'lead', 'A code is on its way', '{{lead}}'],
  ['code', 'lead', 'A code is on its way to {{sentTo.maskedEmail}} {{ lead }}', '{{lead}}'],
  ['password', 'account', 'Your account', '{{form.loginId}}'],
  ['set-up-authenticator', 'key', 'Key', '{{totp.secret}}'],
  ['sign-in', 'provider', 'Go on', '{{provider}}'],
])('%s.%s without its value is refused: %s', async (screen, id, text, value) => {
  for (const tag of ['en', 'de', 'es', 'fr']) {
    const answer = await importTexts({ [screen]: { [id]: { [tag]: text } } }, 'refused');
    expect(answer).toMatchObject({ status: 400, errorCode: 'E011004' });
    expect(answer.errorMessage).toContain(`dsl.texts.${screen}.${id}.${tag}: must contain ${value}`);
  }
  expect((await manage('export', { flowId: 'refused' })).status).toBe(404);
});

test('a name with braces makes no value of a title', async () => {
  const other = await inNewProject(latchkey);
  await other.manage('POST', '/v1/mgmt/project/update/name', { name: '{{lead}}' });
  expect((await importTexts({ 'sign-in': { title: { en: 'Hello' } } }, 'guests', other)).status).toBe(200);
});
