import { expect, test } from 'vitest';
import { notServedRoutes } from '../../server/domain/administration/not-served/not-served.ts';
import { endpoints } from '../../server/groups.ts';
import { type Endpoint, endpoint } from '../../server/http/endpoint.ts';
import { emptyObject, t } from '../../server/http/schema.ts';
import { readSdkPaths } from '../sdks/listed-paths.ts';
import { capabilities } from './capabilities.ts';
import { conformancePage } from './conformance.ts';
import { servedInPart } from './served-in-part.ts';

const { routes } = readSdkPaths();
const page = conformancePage(endpoints, notServedRoutes, routes);

function endpointWith(fields: Partial<Endpoint>): Endpoint {
  return endpoint({
    name: 'totp.verify',
    method: 'POST',
    path: '/v1/auth/totp/verify',
    summary: 'Verify a code',
    auth: 'project',
    input: emptyObject,
    output: emptyObject,
    errors: [],
    handle: async () => ({}),
    ...fields,
  } as Endpoint);
}

test('every listed route, every endpoint and every unserved route is on the page once', () => {
  const own = endpoints.flatMap(({ method, path, otherPaths = [] }) =>
    [path, ...otherPaths].map((one) => `${method} ${one}`),
  );
  const refused = notServedRoutes.map(({ method, path }) => `${method} ${path}`);
  for (const route of new Set([...Object.keys(routes), ...own, ...refused])) {
    expect(page.split(`| \`${route}\` |`), route).toHaveLength(2);
  }
});

test('the counts at the top match the rows', () => {
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]+ \//.test(line));
  const count = (support: RegExp) => rows.filter((row) => support.test(row.split(' | ')[2] ?? '')).length;
  const [supported, inPart, refused] = [count(/^supported$/), count(/^in part: ./), count(/^501$/)];
  expect(supported + inPart + refused).toBe(rows.length);
  expect(page).toContain(`| **total** | ${supported} | ${inPart} | ${refused} |`);
});

test('every capability has routes, and those with unserved ones name what to use instead', () => {
  for (const { title, instead } of capabilities) {
    const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0];
    expect(section, title).toBeDefined();
    if (section?.includes(' | 501 | ')) expect(instead, title).toBeDefined();
  }
});

test('the page says what an endpoint refuses as “not supported”', () => {
  const silent = endpoints.filter((one) => one.errors.includes('E501001') && servedInPart(one).length === 0);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("the unserved parts come from the endpoint's own text and the descriptions of its fields", () => {
  const description = 'Fails with E501001 unless it is empty';
  const input = t.object({
    loginId: t.text({ description: 'Who signs in' }),
    geo: t.text({ description: 'Without effect: places are not recorded' }),
    users: t.list(t.object({ scim: t.flag({ description }), family: t.text({ description }) })),
  });
  const query = t.object({ app: t.text({ description: 'Stored and returned: users cannot sign in yet' }) });
  expect(servedInPart(endpointWith({ input, query, partial: 'voice is not offered' }))).toEqual([
    'voice is not offered',
    '`geo`: Without effect: places are not recorded',
    `\`users.scim\`, \`users.family\`: ${description}`,
    '`app`: Stored and returned: users cannot sign in yet',
  ]);
  expect(servedInPart(endpointWith({}))).toEqual([]);
});

test('a route without a capability is refused when the page is generated', () => {
  const stray = endpointWith({ path: '/v1/mgmt/weather' });
  expect(() => conformancePage([stray], [], {})).toThrow('/v1/mgmt/weather belongs to no capability');
});
