import type { Locator, Page, Request } from 'playwright-core';
import { releases } from '../../server/domain/pages/components/releases.ts';
import { html } from '../../server/http/page.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import type { Latchkey } from '../harness.ts';
import { codeSentTo } from '../messages.ts';
import { startApplication } from './application.ts';

/** The unmodified component in an application's page, in a browser that reaches no host outside. */
export interface FlowPage extends OpenPage {
  /** The requests to other hosts, which all failed. */
  outside: string[];
  requests: Request[];
}

/** Finds the field for the address or the login ID on a first screen. */
export function addressField({ page }: OpenPage): Locator {
  return page.locator('[name="email"] input, [name="loginId"] input').first();
}

/** Types an address on the first screen, and returns the code that is sent to it. */
export async function requestCode(latchkey: Latchkey, open: OpenPage, email: string): Promise<string> {
  await addressField(open).fill(email);
  await open.page
    .locator('descope-button', { hasText: /^\s*(Continue|Sign in|Send)/ })
    .first()
    .click();
  await digits(open).first().waitFor();
  return codeSentTo(latchkey, email);
}

/** Each digit has a field of its own, and the component moves the focus from one to the next. */
export async function enterCode(open: OpenPage, code: string): Promise<void> {
  for (const [index, digit] of [...code].entries()) await digits(open).nth(index).press(digit);
}

const digits = ({ page }: OpenPage) => page.locator('descope-passcode input');

/** The version that the server offers itself. */
const { version } = releases.find(({ name }) => name === '@descope/web-component')!;

/**
 * Opens pages with `<descope-wc>`, or with an application for React or Vue if it is given as a bundle. `component`: the script of
 * another release of the component.
 */
export async function startFlowPages(
  { baseUrl, projectId }: Pick<Latchkey, 'baseUrl' | 'projectId'>,
  bundle?: string,
  { component }: { component?: string } = {},
) {
  let attributes: Record<string, string> = {};
  const application = await startApplication({
    service: baseUrl,
    content(nonce) {
      if (bundle !== undefined) {
        const { 'flow-id': flowId, 'widget-id': widgetId, tenant, locale } = attributes;
        const settings = { projectId, latchkey: baseUrl, nonce, flowId, widgetId, tenant, locale };
        return { main: '', scripts: [{ src: '/bundle.js', isModule: true }], settings };
      }
      const written = Object.entries({ ...attributes, nonce }).map(
        ([name, value]) => html` ${name}="${value}"`,
      );
      return {
        main: html`<descope-wc${written}></descope-wc>`.toString(),
        scripts: [
          {
            src: component ? '/bundle.js' : `${baseUrl}/npm/@descope/web-component@${version}/dist/index.js`,
          },
        ],
      };
    },
    ...((bundle ?? component) !== undefined && { bundle: bundle ?? component }),
  });
  return {
    origin: application.origin,
    close: () => application.close(),
    /** `given` are attributes of `<descope-wc>`. The SDK for React gets the flow, and the widget that follows it with its tenant and locale. */
    async open(given: Record<string, string>): Promise<FlowPage> {
      attributes = {
        'project-id': projectId,
        'base-url': baseUrl,
        'base-static-url': `${baseUrl}/pages`,
        'base-cdn-url': baseUrl,
        ...given,
      };
      const open = await openPage(undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
      const watched = await watchRequests(open.page);
      await open.page.goto(application.origin);
      return { ...open, ...watched };
    },
  };
}

/** Lists the requests of a page, and refuses those to other hosts. */
export async function watchRequests(page: Page): Promise<Pick<FlowPage, 'outside' | 'requests'>> {
  const outside: string[] = [];
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.route(
    ({ hostname, protocol }) => /^https?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname),
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  return { outside, requests };
}
