import type { NotServedRoute } from '../../server/domain/not-served/not-served.ts';
import type { Endpoint } from '../../server/http/endpoint.ts';

interface Line {
  method: string;
  path: string;
  /** In words. */
  answer: string;
  operation: string;
}

/** For each route that a public SDK or this service knows: whether it is served, how far, or answered with 501. */
export function conformancePage(
  endpoints: readonly Endpoint[],
  notServed: readonly NotServedRoute[],
): string {
  const served = endpoints.flatMap(linesOf);
  const known = new Set(served.map(({ method, path }) => `${method} ${path}`));
  const refused = notServed
    .filter(({ method, path }) => !known.has(`${method} ${path}`))
    .map(({ method, path, operation }): Line => ({ method, path, operation, answer: '501' }));
  const partial = served.filter(({ answer }) => answer !== 'served').length;
  return `# Conformance

Every route of the public SDKs and of this service. This page is made from the endpoints and from the list of what is not
served (\`npm run generate\`).

Served: ${served.length - partial}. Served in part: ${partial}. Answered with 501 and \`E501001\`: ${refused.length}.

${sections([...served, ...refused])}`;
}

function linesOf({ name, method, path, otherPaths = [], partial }: Endpoint): Line[] {
  const answer = partial ? `partial: ${partial}` : 'served';
  return [path, ...otherPaths].map((path) => ({ method, path, operation: name, answer }));
}

function sections(lines: Line[]): string {
  const byArea = Map.groupBy(lines, ({ path }) => areaOf(path));
  return [...byArea.keys()]
    .sort()
    .map((area) => `## ${area}\n\n${table(byArea.get(area) as Line[])}`)
    .join('\n');
}

/** `/v1/mgmt/user/create` is in `mgmt/user`, `/v1/auth/totp/verify` in `auth/totp`. */
function areaOf(path: string): string {
  const [, area, group] = /^\/v\d\/([^/]+)\/([^/:]+)/.exec(path) ?? [];
  return area && group ? `${area}/${group.replace(/s$/, '')}` : 'other';
}

function table(lines: Line[]): string {
  const rows = lines
    .sort((a, b) => (a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1))
    .map(({ method, path, operation, answer }) => `| \`${method} ${path}\` | ${operation} | ${answer} |`);
  return `| route | operation | |\n|---|---|---|\n${rows.join('\n')}\n`;
}
