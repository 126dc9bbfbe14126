import { downloadArchive, unpack } from '../../server/commands/components/archive.ts';
import { library } from '../../server/domain/pages/components/releases.ts';
import { launchChromium } from '../counterparts/chromium.ts';

/** The vendor's own tool, which is not installed for browsers. */
const tool = 'dist/umd/DescopeDev.js';

interface Theme {
  globals: string;
  components: Record<string, object>;
}

/** Returns the text of `base-theme.json`, made by the library's own generator, which runs in browsers only. */
export async function makeBaseTheme(): Promise<string> {
  const archive = await downloadArchive('https://registry.npmjs.org', library);
  const script = (await unpack(archive)).get(tool)!.toString();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    // Nothing leaves the machine: the tool finds its address in the script element.
    await page.route('**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script })
        : route.fulfill({
            contentType: 'text/html',
            body: '<!doctype html><script src="/tool.js"></script>',
          }),
    );
    await page.goto('http://theme.test/');
    const [light, dark] = await page.evaluate<[Theme, Theme]>(
      `[DescopeDev.themeToStyle(DescopeDev.defaultTheme, 'light'), DescopeDev.themeToStyle(DescopeDev.darkTheme, 'dark')]`,
    );
    return textOf(light, dark);
  } finally {
    await browser.close();
  }
}

/** Most components are the same in both schemes. */
function textOf(light: Theme, dark: Theme): string {
  const isDifferent = ([name, css]: [string, object]) =>
    JSON.stringify(css) !== JSON.stringify(light.components[name]);
  const theme = {
    madeFrom: `${library.name}@${library.version}. MIT License, Copyright (c) 2023 Descope. See LICENSE.base-theme.txt`,
    globals: { light: light.globals, dark: dark.globals },
    components: light.components,
    darkComponents: Object.fromEntries(Object.entries(dark.components).filter(isDifferent)),
  };
  return `${withoutOtherHosts(JSON.stringify(theme, undefined, 2))}\n`;
}

/** Fonts and placeholder pictures of the vendor's hosts. */
function withoutOtherHosts(text: string): string {
  return text.replaceAll(/url\(https?:[^)]*\)/g, 'none');
}
