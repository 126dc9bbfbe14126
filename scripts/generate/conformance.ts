import type { NotServedRoute } from '../../server/domain/administration/not-served/not-served.ts';
import type { Endpoint } from '../../server/http/endpoint.ts';
import { type Capability, capabilities } from './capabilities.ts';
import { servedInPart } from './served-in-part.ts';

type Support = 'supported' | 'in part' | '501';

interface Route {
  method: string;
  path: string;
  operation: string;
  support: Support;
  /** The parts that are not supported. */
  missing: string[];
  /** The short names of the packages that call it. */
  callers: string;
}

interface Section {
  capability: Capability;
  routes: Route[];
}

/**
 * Lists each route of this service and of the public packages: supported, supported in part, or 501. A called
 * route that is neither an endpoint nor in the list of 501s is one of our pages (a test requests each).
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

This page lists every route that the public packages call, and every route of Latchkey.

| support | meaning |
|---|---|
| supported | the whole route works |
| in part | the route works, except for what the row says |
| 501 | the route returns 501, \`E501001\` and the name of the operation |

Unknown routes return a 404. [api.md](api.md) says where responses differ from those of the hosted service.

\`npm run generate\` writes this page from the endpoints, the list of routes that return 501, and the list of routes that the packages call.
\`npm run check:sdks\` compares the last list with the packages that are published today.

| capability | supported | in part | 501 |
|---|---:|---:|---:|
${sections.map(countRow).join('\n')}
| **total** | ${counts(routes).join(' | ')} |

The column "called by" names the callers:

- the public SDKs: \`node\`, \`web\` (with React, Vue and Angular), \`web-component\`, \`widgets\`, \`nextjs\`, \`python\`, \`java\`, \`go\`, \`ruby\`,
  \`php\`, \`dotnet\`, \`kotlin\`, \`swift\` and \`flutter\`
- \`terraform\`: the Terraform provider of the hosted service, with Pulumi
- \`authzcache\`: the cache for relations
- \`idp\`: any identity provider with SCIM
- \`reference\`: the hosted service’s API reference
- no name: the route is Latchkey’s own

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
    const support = missing.length > 0 ? 'in part' : 'supported';
    for (const one of [path, ...otherPaths]) add({ method, path: one, operation, support, missing });
  }
  for (const { method, path, operation } of notServed) {
    add({ method, path, operation, support: '501', missing: [] });
  }
  for (const key of Object.keys(called)) {
    const [method = '', path = ''] = key.split(' ');
    add({ method, path, operation: 'a page', support: 'supported', missing: [] });
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
  const count = (support: Support): number => routes.filter((route) => route.support === support).length;
  return [count('supported'), count('in part'), count('501')];
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
  const refused = routes.some(({ support }) => support === '501');
  const advice = refused && instead ? `Use instead: ${lowerFirst(instead)}\n\n` : '';
  const rows = routes.map(
    ({ method, path, operation, support, missing, callers }) =>
      `| \`${method} ${path}\` | ${operation} | ${cell([support, missing.join('; ')])} | ${callers} |`,
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
