import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const call = async (path: string, body: object = {}) => {
  const { status, body: answer } = await latchkey.manage('POST', path, body);
  return { status, ...answer };
};
const branding = async () =>
  (await latchkey.manage('GET', '/v1/mgmt/project/settings')).body.settings?.branding ??
  (await latchkey.manage('GET', '/v1/mgmt/project/settings')).body.branding;

test('a theme comes back in as it was exported, in both layouts', async () => {
  for (const version of ['v1', 'v2']) {
    const { theme } = await call(`/${version}/mgmt/theme/export`);
    expect(await call(`/${version}/mgmt/theme/import`, { theme })).toEqual({ status: 200, theme, notes: [] });
  }
});

test('the colors and corners of a theme from elsewhere change the branding and the components’ theme', async () => {
  const styles = {
    light: { components: { button: { mode: { primary: { '--descope-button-main': '#006AF5' } } } } },
    dark: {
      globals: { fonts: { font1: { label: 'Roboto' } } },
      components: { button: { '--descope-button-border-radius': '14px' } },
    },
  };
  const { status, notes, theme } = await call('/v2/mgmt/theme/import', {
    theme: { componentsVersion: '2', styles },
  });
  expect({ status, notes }).toEqual({ status: 200, notes: ['theme.styles.dark.globals.fonts.font1.label'] });
  expect(theme.styles.light.globals.colors.primary.main).toBe('#006af5');
  expect(await branding()).toMatchObject({ primaryColor: '#006af5', cornerRadius: 'large' });
  const shown = await latchkey.request('GET', `/pages/${latchkey.projectId}/v2-beta/theme.json`);
  expect(JSON.stringify(shown.body.light.globals)).toContain('#006af5');
});

test.each([
  ['a text', 'body { color: red }'],
  ['a list', []],
  ['another object', { flows: {} }],
  ['a color that is none', { light: { globals: { colors: { primary: { main: 'red;}' } } } } }],
  ['a transparent color', { light: { globals: { colors: { primary: { main: '#11223344' } } } } }],
  ['a length that is none', { light: { globals: { radius: { md: '1em' } } } }],
  ['a scheme that is none', { light: 1, dark: {} }],
])('%s is no theme, and changes nothing', async (_, cssTemplate) => {
  const before = await branding();
  for (const [path, theme] of [
    ['/v1/mgmt/theme/import', { id: 'theme', cssTemplate }],
    ['/v2/mgmt/theme/import', { styles: cssTemplate }],
  ] as const)
    expect(await call(path, { theme })).toMatchObject({ status: 400, errorCode: 'E011004' });
  expect(await branding()).toEqual(before);
});
