import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from './harness.ts';
import { processorSecondsOf } from './processor-time.ts';

/**
 * Gives the readers of input the worst texts of the largest size that they accept, and of a quarter of it, through their
 * public doors. Four times the input must take less than half a second of the event loop's processor time, or less than six
 * times as much: a quadratic reader takes 16 times as much, and an exponential one never ends.
 *
 * Only the time of this thread counts, so a busy machine changes nothing, and a slow one changes both times alike. A
 * collection of garbage can fall into one measurement, so moderate growth is measured again. The clients' work is in
 * the times, too, and linear. Patterns are checked one by one by `scripts/check-patterns.ts`.
 */
const quickSeconds = 0.5;
const mostGrowth = 6;
const certainGrowth = 20;
const attempts = 3;

type Reply = { status: number; body?: unknown };
type Send = (size: number) => Promise<Reply>;

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  const created = [
    await manage('user/create', () => ({ loginId: 'victim', email: 'v@a.example', verifiedEmail: true }))(0),
    await manage('tenant/create', () => ({ id: 't', name: 't' }))(0),
    await manage('user/customattribute/create', () => ({ attributes: list(99, selectAttribute) }))(0),
  ];
  expect(created.map(({ status }) => status)).toEqual([200, 200, 200]);
});
afterAll(() => latchkey.close());

async function expectLinear(most: number, send: Send, status: number | undefined): Promise<void> {
  // Compiles what the first request compiles.
  await send(Math.ceil(most / 4));
  const growth: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const small = await processorSecondsOf(() => send(Math.ceil(most / 4)));
    let reply: Reply = { status: 0 };
    const large = await processorSecondsOf(async () => {
      reply = await send(most);
    });
    expect(reply.status).toBeLessThan(500);
    if (status !== undefined) expect(reply).toMatchObject({ status });
    if (large < Math.max(quickSeconds, mostGrowth * small)) return;
    growth.push(large / small);
    if (large > certainGrowth * small) break;
  }
  expect.fail(
    `four times the input took ${growth.map((times) => times.toFixed(1)).join(', ')} times as long`,
  );
}

function manage(path: string, bodyOf: (size: number) => unknown): Send {
  return (size) => latchkey.manage('POST', `/v1/mgmt/${path}`, bodyOf(size));
}

function json(path: string, textOf: (size: number) => string): Send {
  const headers = { 'content-type': 'application/json' };
  return (size) => latchkey.request('POST', path, { headers, rawBody: textOf(size) });
}

function form(path: string, bodyOf: (size: number) => string): Send {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (size) => ask(path, { method: 'POST', headers, body: bodyOf(size) });
}

function page(pathOf: (size: number) => string): Send {
  return (size) => ask(pathOf(size));
}

async function ask(path: string, options: RequestInit = {}): Promise<Reply> {
  const response = await fetch(latchkey.baseUrl + path, { redirect: 'manual', ...options });
  await response.arrayBuffer();
  return { status: response.status };
}

let serial = 0;
const unique = (name: string) => `${name}${serial++}`;
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const list = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: Math.floor(count) }, (_, index) => of(index));
const record = (count: number, of: (index: number) => [string, unknown]) =>
  Object.fromEntries(list(count, of));
const base64 = (text: string) => Buffer.from(text).toString('base64');

const option = (attribute: number, index: number) => (attribute * 100 + index + 1296).toString(36);
const selectAttribute = (attribute: number) => ({
  name: `list${attribute}`,
  displayName: `list${attribute}`,
  type: 5,
  options: list(100, (index) => ({ value: option(attribute, index), label: 'x' })),
});
const chosenOptions = (attributes: number) =>
  record(attributes, (attribute) => [`list${attribute}`, list(100, (index) => option(attribute, index))]);

const kib = 1024;

describe('an uploaded image', () => {
  test.each([
    '<!---->',
    '<!---->\n',
    '<!--',
    '<!DOCTYPE svg>',
    '<!DOCTYPE svg',
    '<?xml>',
    '<?xml',
    ' ',
    '<svg',
  ])('of many %j', (unit) =>
    expectLinear(
      127 * kib,
      manage('project/logo/upload', (size) => ({ image: base64(`${fill(unit, size)}x`) })),
      400,
    ),
  );

  test('with comments before its root is accepted', () =>
    expectLinear(
      127 * kib,
      manage('project/logo/upload', (size) => ({
        image: base64(`${fill('<!---->', Math.floor(size / 7) * 7)}<svg>`),
      })),
      200,
    ));

  test('with much padding', () =>
    expectLinear(
      150 * kib,
      manage('project/logo/upload', (size) => ({ image: `${fill('=', size)}x` })),
      400,
    ));
});

describe('a template', () => {
  const claims = (template: (size: number) => string) =>
    manage('thirdparty/app/create', (size) => ({
      name: unique('app'),
      approvedCallbackUrls: ['https://app.example/'],
      scopeClaimMapping: [{ scope: 'x', claims: record(100, (index) => [`c${index}`, template(size)]) }],
    }));

  test.each(['{{', '{{ ', '{{user.name}}', '{{user.name', '}}', ' '])('of claims with many %j', (unit) =>
    expectLinear(
      kib,
      claims((size) => fill(unit, size)),
      200,
    ),
  );

  test('of claims with many blanks after braces', () =>
    expectLinear(
      kib,
      claims((size) => `{{${fill(' ', size - 2)}`),
      200,
    ));

  test.each(['{{', '{{ ', '{{options.a}}', '{{a.', '}}'])('of a message with many %j', (unit) =>
    expectLinear(
      39_000,
      manage('message/template/preview', (size) => ({
        kind: 'magicLink',
        channel: 'email',
        locale: 'en',
        subject: 's',
        text: `{{link.url}}${fill(unit, size / 2)}`,
        html: `{{link.url}}${fill(unit, size)}`,
        templateOptions: { a: '"' },
      })),
      undefined,
    ),
  );

  test.each(['{{ ', '{{to}}', '{{to '])('of an SMS provider with many %j', (unit) =>
    expectLinear(
      8_000,
      manage('connector/sms/http', (size) => ({
        url: 'https://sms.example',
        body: JSON.stringify(fill(unit, size)),
      })),
      400,
    ),
  );
});

describe('a JSON body', () => {
  test.each<[what: string, body: (size: number) => string]>([
    ['lists in lists', (size) => fill('[', size)],
    ['objects in objects', (size) => fill('{"a":', size)],
    ['digits', (size) => `{"a":${fill('1', size)}}`],
    ['signs', (size) => `{"a":${fill('-1e', size)}}`],
    ['escapes', (size) => `{"a":"${fill('\\"', size)}"}`],
    ['blanks', (size) => `${fill(' ', size)}x`],
    ['keys', (size) => JSON.stringify({ a: list(size / 100, () => record(9, (key) => [`k${key}`, 1])) })],
  ])('of many %s', (_, body) => expectLinear(64_000, json('/v1/auth/otp/verify/email', body), 400));

  test('with a list of passkeys in a text', () =>
    expectLinear(
      48_000,
      json('/v1/auth/webauthn/signin/finish', (size) =>
        JSON.stringify({ transactionId: 'x', response: fill('[', size) }),
      ),
      400,
    ));
});

describe('a user', () => {
  test('with 9,900 chosen options', () =>
    expectLinear(
      99,
      manage('user/create', (count) => ({
        loginId: unique('options'),
        customAttributes: chosenOptions(count),
      })),
      200,
    ));

  test('among a hundred', () =>
    expectLinear(
      100,
      manage('user/create/batch', (count) => ({
        users: list(count, () => ({
          loginId: unique('u'),
          additionalLoginIds: list(9, () => unique('more')),
        })),
      })),
      200,
    ));

  test.each(['a ', '\u0300\u0315', '-', '.a', '@', '%'])('searched for with many %j', async (unit) => {
    await expectLinear(
      256,
      (size) => latchkey.manage('POST', '/v2/mgmt/user/search', { text: fill(unit, size) }),
      undefined,
    );
    await expectLinear(
      255,
      manage('audit/search', (size) => ({ text: fill(unit, size) })),
      undefined,
    );
  });

  test('searched for with long lists', () =>
    expectLinear(
      1_000,
      (count) =>
        latchkey.manage('POST', '/v2/mgmt/user/search', {
          loginIds: list(count, (index) => `u${index}`),
          emails: list(count, (index) => `u${index}@a.example`),
        }),
      200,
    ));

  test.each(['a.', 'a-', 'ﷺ', '@', ' '])('whose names, addresses and password have many %j', async (unit) => {
    const user = (field: string, before = '', after = ''): Send =>
      manage('user/create', (size) => ({ loginId: unique('u'), [field]: before + fill(unit, size) + after }));
    await expectLinear(240, user('displayName'), undefined);
    await expectLinear(240, user('email', '', '@a.example'), undefined);
    await expectLinear(240, user('email', 'a@', '.example'), undefined);
    await expectLinear(60, user('phone', '+'), undefined);
    await expectLinear(
      1_000,
      manage('user/password/set', (size) => ({ loginId: 'victim', password: fill(unit, size) })),
      undefined,
    );
  });
});

describe('an import', () => {
  const users = (usersOf: (size: number) => unknown) =>
    manage('user/import', (size) => ({ source: 'latchkey', dryrun: true, users: usersOf(size) }));

  test('of many rows', () =>
    expectLinear(
      4_000,
      users((count) => JSON.stringify(list(count, () => ({ loginId: unique('row') })))),
      200,
    ));

  test('of many equal rows', () =>
    expectLinear(
      10_000,
      users((count) => JSON.stringify(list(count, () => ({ loginId: 'same' })))),
      200,
    ));

  test.each<[what: string, most: number, status: number, usersOf: (size: number) => unknown]>([
    ['an object of bytes', 2_000_000, 200, (size) => record(size / 12, (index) => [`${index}`, 32])],
    ['blanks', 3_000_000, 400, (size) => fill(' ', size)],
    ['empty lines', 2_000_000, 400, (size) => `{${fill('\n', size)}`],
    ['almost Base64', 3_000_000, 400, (size) => `${fill('A', size)}-`],
    ['Base64 with blanks', 3_000_000, 400, (size) => fill('A ', size)],
  ])('of %s', (_, most, status, usersOf) => expectLinear(most, users(usersOf), status));
});

describe('a snapshot', () => {
  const validate = (filesOf: (size: number) => unknown) =>
    manage('project/snapshot/validate', (size) => ({ files: filesOf(size) }));

  test.each<[what: string, most: number, filesOf: (size: number) => unknown]>([
    ['tenants', 4_000, (count) => record(count, () => tenantFile(unique('s')))],
    ['unknown files', 19_000, (count) => record(count, (index) => [`x/${index}.json`, {}])],
    ['a large text', 4_000_000, (size) => ({ 'project.json': fill('{{ ', size) })],
  ])('of %s', (_, most, filesOf) => expectLinear(most, validate(filesOf), 200));

  function tenantFile(id: string): [string, unknown] {
    return [`tenants/${id}.json`, { id, name: id }];
  }
});

describe('the settings of', () => {
  test('a role with many permissions', () =>
    expectLinear(
      1_000,
      manage('role/create', (count) => ({
        name: unique('r'),
        permissionNames: list(count, (index) => `p${index}`),
      })),
      400,
    ));

  test('a tenant with many domains', () =>
    expectLinear(
      1_000,
      manage('tenant/create', (count) => ({
        name: unique('t'),
        selfProvisioningDomains: list(count, () => `${unique('d')}.example`),
      })),
      200,
    ));

  test('a connection with many mapped groups', () =>
    expectLinear(
      500,
      manage('sso/mapping', (count) => ({
        tenantId: 't',
        roleMappings: list(count, (role) => ({
          groups: list(100, (index) => `${role}-${index}`),
          roleName: 'r',
        })),
      })),
      400,
    ));

  test.each(['a', '%2f', '*', '/'])('a project with redirect URLs of many %j', (unit) =>
    expectLinear(
      2_000,
      manage('project/settings', (size) => ({
        redirectUrls: list(26, (index) => `https://a${index}.example/${fill(unit, size)}*`),
      })),
      undefined,
    ),
  );

  test.each(['-----BEGIN CERTIFICATE-----', '-----BEGIN ', '-', 'A', ' '])(
    'a connection with a certificate of many %j',
    (unit) =>
      expectLinear(
        64_000,
        manage('sso/saml', (size) => ({
          tenantId: 't',
          settings: { idpUrl: 'https://idp.example', entityId: 'e', idpCert: `x${fill(unit, size)}` },
        })),
        400,
      ),
  );

  test.each(['<b/>', '<b>', '&#65;', '<!---->', '<b a="" ', ' '])(
    'a connection with metadata of many %j',
    (unit) =>
      expectLinear(
        500_000,
        manage('sso/saml/metadata', (size) => ({
          tenantId: 't',
          settings: { idpMetadataXml: `<a>${fill(unit, size)}</a>` },
        })),
        400,
      ),
  );
});

describe('a header', () => {
  const headers = [
    ...[
      'user-agent',
      'accept-language',
      'cookie',
      'x-forwarded-for',
      'forwarded',
      'authorization',
      'dpop',
      'origin',
    ],
    ...['referer', 'traceparent', 'tracestate', 'content-type', 'x-request-id', 'if-none-match'],
    ...['x-descope-trusted-device-token', 'x-descope-refresh-cookie-name'],
  ];

  test.each(headers)('%s', async (name) => {
    for (const unit of [
      'a',
      'a=',
      'version/',
      'android',
      ';',
      '; ',
      ',',
      ' ',
      '%',
      ':',
      '-',
      '"',
      'eyJ.',
      '1.',
      '[',
    ]) {
      const send: Send = (size) =>
        latchkey.request('POST', '/v1/auth/otp/verify/email', {
          headers: { [name]: `x${fill(unit, size)}x` },
          body: {},
        });
      await expectLinear(12_000, send, undefined);
    }
  });

  test('with a JWT', () =>
    expectLinear(
      8_000,
      (size) =>
        latchkey.request('POST', '/v1/auth/validate', {
          bearer: `${latchkey.projectId}:${fill('eyJ.', size)}`,
        }),
      401,
    ));
});

describe('an address', () => {
  test.each(['a', '/', '/a', '.', '%20', '%', '"', '*', '?', '&a', '&a=1', '&a[]=', ';'])(
    'with many %j',
    async (unit) => {
      const pathOf = (before: string): Send => page((size) => before + fill(unit, size));
      const { projectId } = latchkey;
      await expectLinear(7_000, pathOf('/'), undefined);
      await expectLinear(7_000, pathOf('/docs/search?q=a'), undefined);
      await expectLinear(7_000, pathOf(`/login/${projectId}?locale=`), undefined);
      await expectLinear(
        7_000,
        pathOf(`/oauth2/v1/authorize?client_id=${projectId}&response_type=code&scope=`),
        undefined,
      );
      await expectLinear(7_000, pathOf('/v1/auth/saml/idp/sso?SAMLRequest='), undefined);
    },
  );

  test.each(['"', '[a', '(', '\\', '*', 'ß', 'İ'])(
    'of the search of the documents finds %j and reports no error',
    async (word) => {
      expect(await ask(`/docs/search?q=${encodeURIComponent(`token ${word}`)}`)).toEqual({ status: 200 });
    },
  );
});

describe('a form', () => {
  test.each(['a=&', '&', '=', '%41', '+', 'a[]=1&', '%'])('with many %j', async (unit) => {
    const scope = (size: number) => `grant_type=refresh_token&refresh_token=a&scope=${fill(unit, size)}`;
    await expectLinear(60_000, form('/oauth2/v1/token', scope), undefined);
    await expectLinear(
      500_000,
      form('/v1/auth/saml/acs', (size) => `SAMLResponse=${fill(unit, size)}`),
      undefined,
    );
  });

  test('with a SAML response of many elements', () =>
    expectLinear(
      300_000,
      form(
        '/v1/auth/saml/acs',
        (size) => `SAMLResponse=${encodeURIComponent(base64(`<a>${fill('<b/>', size / 4)}</a>`))}`,
      ),
      undefined,
    ));

  test('with names that differ', () =>
    expectLinear(
      60_000,
      form('/oauth2/v1/token', (size) => list(size / 7, (index) => `a${index}=`).join('&')),
      undefined,
    ));
});
