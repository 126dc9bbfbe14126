import type { NotServedRoute } from '../../server/domain/administration/not-served/not-served.ts';
import type { Endpoint } from '../../server/http/endpoint.ts';
import { type Capability, capabilities } from './capabilities.ts';
import { servedInPart } from './served-in-part.ts';

type Answer = 'served' | 'in part' | '501';

interface Route {
  method: string;
  path: string;
  operation: string;
  answer: Answer;
  /** The parts that are not served. */
  missing: string[];
  /** The short names of the packages that call it. */
  callers: string;
}

interface Section {
  capability: Capability;
  routes: Route[];
}

/**
 * Lists each route of this service and of the public packages: served, partly served, or 501. A called route
 * that is neither an endpoint nor refused is one of our pages (a test requests each).
 */
export function conformancePage(
  endpoints: readonly Endpoint[],
  notServed: readonly NotServedRoute[],
  called: Readonly<Record<string, string>>,
): string {
  const routes = routesOf(endpoints, notServed, called);
  const sections = capabilities
    .map((capability, index) => ({ capability, routes: routes.filter((route) => indexOf(route) === index) }))
    .filter(({ routes }) => routes.length > 0);
  return `# Conformance

This page lists every route that the public packages call, and every route of this service. A route is supported, supported in part,
or returns 501 with \`E501001\` and the name of the operation. Unknown routes return 404. [api.md](api.md) says where responses differ
from those of the hosted service.

\`npm run generate\` writes this page from the endpoints and from the list of what the packages call. \`npm run check:sdks\` compares
that list with the packages that are published today.

| capability | supported | in part | 501 |
|---|---:|---:|---:|
${sections.map(countRow).join('\n')}
| **together** | ${counts(routes).join(' | ')} |

The public SDKs are \`node\`, \`web\` (with React, Vue and Angular), \`web-component\`, \`widgets\`, \`nextjs\`, \`python\`, \`java\`, \`go\`, \`ruby\`,
\`php\`, \`dotnet\`, \`kotlin\`, \`swift\` and \`flutter\`. The other callers are:

- \`terraform\`: the Terraform provider, also for Pulumi
- \`authzcache\`: the cache for relations
- \`idp\`: any identity provider with SCIM
- \`reference\`: the hosted service’s API reference
- none: Latchkey’s own route

${sections.map(sectionText).join('\n')}`;
}

function routesOf(
  endpoints: readonly Endpoint[],
  notServed: readonly NotServedRoute[],
  called: Readonly<Record<string, string>>,
): Route[] {
  const routes = new Map<string, Route>();
  const add = (route: Omit<Route, 'callers'>): void => {
    const key = `${route.method} ${route.path}`;
    if (!routes.has(key)) routes.set(key, { ...route, callers: called[key] ?? '' });
  };
  for (const endpoint of endpoints) {
    const { name: operation, method, path, otherPaths = [] } = endpoint;
    const missing = servedInPart(endpoint);
    const answer = missing.length > 0 ? 'in part' : 'served';
    for (const one of [path, ...otherPaths]) add({ method, path: one, operation, answer, missing });
  }
  for (const { method, path, operation } of notServed) {
    add({ method, path, operation, answer: '501', missing: [] });
  }
  for (const key of Object.keys(called)) {
    const [method = '', path = ''] = key.split(' ');
    add({ method, path, operation: 'a page', answer: 'served', missing: [] });
  }
  return [...routes.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

const sortKey = ({ path, method }: Route): string => `${path} ${method}`;

function indexOf({ path }: Route): number {
  const withoutVersion = path.replace(/^\/v\d(?=\/)/, '');
  const index = capabilities.findIndex(({ paths }) => paths.test(withoutVersion));
  if (index === -1)
    throw new Error(`${path} belongs to no capability: add it to scripts/generate/capabilities.ts`);
  return index;
}

function counts(routes: readonly Route[]): number[] {
  const count = (answer: Answer): number => routes.filter((route) => route.answer === answer).length;
  return [count('served'), count('in part'), count('501')];
}

function countRow({ capability, routes }: Section): string {
  return `| [${capability.title}](#${anchorOf(capability.title)}) | ${counts(routes).join(' | ')} |`;
}

/** Returns the anchor that GitHub and the console derive from a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

function sectionText({ capability: { title, instead }, routes }: Section): string {
  const refused = routes.some(({ answer }) => answer === '501');
  const advice =
    refused && instead ? `Instead of the routes that are not supported: ${lowerFirst(instead)}\n\n` : '';
  const rows = routes.map(
    ({ method, path, operation, answer, missing, callers }) =>
      `| \`${method} ${path}\` | ${operation} | ${cell([answer, missing.join('; ')])} | ${callers} |`,
  );
  return `## ${title}\n\n${advice}| route | operation | support | called by |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

function cell(parts: string[]): string {
  return parts.filter(Boolean).join(': ').replaceAll('|', '\\|');
}

function lowerFirst(text: string): string {
  // Keeps all-capital words.
  return /^[A-Z][a-z]/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text;
}
