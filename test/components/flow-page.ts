import type { Page, Request } from 'playwright-core';
import { releases } from '../../server/domain/pages/components/releases.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import type { Latchkey } from '../harness.ts';
import { type Application, type Attributes, startApplication } from './application.ts';

/** The unmodified component in an application's page, in a browser that reaches no host outside. */
export interface FlowPage extends OpenPage {
  /** The requests to other hosts, which all failed. */
  outside: string[];
  requests: Request[];
}

/** The version that the server offers itself. */
const componentVersion = releases.find(({ name }) => name === '@descope/web-component')!.version;

/** Opens pages with `<descope-wc>` for a project. */
export async function startFlowPages(latchkey: Latchkey) {
  let attributes: Attributes = {};
  const { baseUrl, projectId } = latchkey;
  const application: Application = await startApplication(baseUrl, () => ({
    attributes,
    version: componentVersion,
  }));
  return {
    origin: application.origin,
    close: () => application.close(),
    async open(given: Attributes): Promise<FlowPage> {
      attributes = {
        'project-id': projectId,
        'base-url': baseUrl,
        'base-static-url': `${baseUrl}/pages`,
        'base-cdn-url': baseUrl,
        ...given,
      };
      const open = await openPage();
      const watched = await watchRequests(open.page);
      await open.page.goto(application.origin);
      return { ...open, ...watched };
    },
  };
}

async function watchRequests(page: Page): Promise<Pick<FlowPage, 'outside' | 'requests'>> {
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
