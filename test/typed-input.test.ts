import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../server/groups.ts';
import { asJsonSchema } from '../server/http/schema.ts';
import { FormBrowser } from './browser.ts';
import { runCommandHere } from './command-line.ts';
import { calls } from './effects/calls.ts';
import { type Effects, observe, summaryOf } from './effects/effects.ts';
import { createWorld, type Person, type Ready, type World } from './effects/world.ts';
import type { Latchkey } from './harness.ts';
import { back, type HostedPages, startHostedPages } from './hosted-pages.ts';
import { newPlace, prepare } from './latchkey-process.ts';
import { codeSentTo } from './messages.ts';
import { placesOf, sampleOf } from './sample-input.ts';

/** Names, addresses, numbers and codes as people write them mean the same at each endpoint. */

let world: World;
beforeAll(async () => {
  world = await createWorld('pérson');
});
afterAll(() => world.close());

/** Fields that contain a login ID, an address or a number, at any level of an input. */
const named =
  /^(loginId|identifier|identifiers|newLoginId|loginIds|additionalLoginIds|email|emails|phone|phones|recoveryEmail|recoveryPhone|impersonatorId|recipient|address)$/;

type Write = (text: string) => string;
type Found = Required<Effects> & { refused: string };

const isNumber = (text: string) => /^\+\d+$/.test(text);
const isAddress = (text: string) => text.includes('@');
const anyCase: Write = (text) => (/^U[0-9A-Za-z]{27}$/.test(text) ? text : text.toUpperCase());
const grouped: Write = (text) =>
  isNumber(text) ? `${text.slice(0, 2)} (${text.slice(2, 5)}) ${text.slice(5, 8)}-${text.slice(8)}` : text;
const fullWidth: Write = (text) =>
  isNumber(text) ? text.replace(/[+\d]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)) : text;

const spellings: [string, Write][] = [
  ['with a trailing blank', (text) => `${text} `],
  ['between blanks of all kinds', (text) => `\u00a0\u3000\t${text}\u2003\n`],
  ['with zero-width blanks', (text) => `\u200b${text.slice(0, 3)}\ufeff${text.slice(3)}\u2060`],
  ['with marks of direction', (text) => `\u200e\u2066${text}\u2069\u202c`],
  ['decomposed', (text) => text.normalize('NFD')],
  ['in capitals', anyCase],
  ['as a number with separators', grouped],
  ['as a number in full width', fullWidth],
  [
    'as all of that at once',
    (text) =>
      ` \u200f${isAddress(text) ? anyCase(text).normalize('NFD') : fullWidth(grouped(text))}\u200b\u00a0`,
  ],
];

/** Writes all names in an input differently. */
function rewrite(value: unknown, write: Write, key = ''): unknown {
  if (typeof value === 'string') return named.test(key) ? write(value) : value;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, write, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rewrite(item, write, name)]));
}

const namesSomeone = (ready: Ready) =>
  JSON.stringify(rewrite(ready.input, () => '')) !== JSON.stringify(ready.input);

async function effectsOf(name: string, write: Write, place = world): Promise<Found | undefined> {
  const endpoint = endpoints.find((one) => one.name === name)!;
  // No limit on requests or messages is reached.
  place.latchkey.advance(60_000);
  const ready = await calls[name]!(place);
  if (!namesSomeone(ready)) {
    // Later calls need what some of these leave behind, such as a connector.
    await place.ask(endpoint, ready);
    return undefined;
  }
  const input = rewrite(ready.input, write);
  const { result, difference } = await observe(place.latchkey, () =>
    place.ask(endpoint, { ...ready, input }),
  );
  const summary = summaryOf(place.latchkey, difference);
  // Each call names other people.
  const ofAnyone = (text: string) => text.replace(/(→ ).*/, (_, arrow) => arrow);
  const oddly = summary.messages.filter((message) => !/→ (\+\d+|[a-zé]+[-\d]*@[-a-zü.]+)$/.test(message));
  const refused = result.status === 200 ? '' : JSON.stringify([input, result.body]);
  return { ...summary, messages: [...summary.messages.map(ofAnyone), ...oddly], refused };
}

const expected = new Map<string, Found>();

beforeAll(async () => {
  for (const name of Object.keys(calls)) {
    const summary = await effectsOf(name, (text) => text);
    // The first owner is made once.
    if (summary && name !== 'console.start') expected.set(name, summary);
  }
  expect(expected.size).toBeGreaterThan(60);
  expect([...expected.values()].filter(({ refused }) => refused)).toEqual([]);
});

describe('calls that name a user', () => {
  // The reads below try each spelling by itself.
  const telling = spellings.filter(([how]) => how.includes('at once'));
  test.each(telling)('have the same effects %s', async (_, write) => {
    for (const [name, effects] of expected)
      expect.soft([name, await effectsOf(name, write)]).toEqual([name, effects]);
  });

  test('store no other form', async () => {
    const { db } = world.latchkey.service;
    const loginIds = await db
      .selectFrom('loginIds')
      .selectAll()
      .where('projectId', '=', world.latchkey.projectId)
      .execute();
    const users = await db
      .selectFrom('users')
      .selectAll()
      .where('projectId', '=', world.latchkey.projectId)
      .execute();
    const texts = [
      ...loginIds.flatMap(({ loginId, written }) => [loginId, written]),
      ...users.flatMap(({ email, phone, recoveryEmail, recoveryPhone }) => [
        email,
        phone,
        recoveryEmail,
        recoveryPhone,
      ]),
    ];
    expect(texts.filter((text) => !/^([!-~é]*|PÉRSON[!-~]*)$/.test(text))).toEqual([]);
  });
});

/**
 * Stores a user as a release did that compared other forms, beside another user who has the form that is compared today: an address with
 * its domain as DNS has it, and a number with the 0 that is dialed only inside the country.
 */
async function keepApart({ service, manage, projectId }: Latchkey, person: Person): Promise<Person> {
  const twin = await manage('POST', '/v1/mgmt/user/create', { loginId: `twin of ${person.userId}` });
  const address = person.email.replace('münchen', 'xn--mnchen-3ya');
  const phone = person.phone.replace('+4930', '+49030');
  const moves = [
    { from: person.email, to: address, kind: 'email' },
    { from: person.phone, to: phone, kind: 'phone' },
  ] as const;
  for (const [position, { from, to, kind }] of moves.entries()) {
    if (from === to) continue;
    const names = () =>
      service.db.updateTable('loginIds').where('projectId', '=', projectId).where('loginId', '=', from);
    await names().set({ loginId: to, written: to }).execute();
    await service.db
      .updateTable('users')
      .set({ [kind]: to })
      .where('projectId', '=', projectId)
      .where('id', '=', person.userId)
      .execute();
    const name = {
      projectId,
      userId: twin.body.user.userId,
      loginId: from,
      written: from,
      position: position + 1,
      selfGiven: 0 as const,
    };
    await service.db.insertInto('loginIds').values(name).execute();
  }
  return { ...person, loginId: address, email: address, phone };
}

describe('an account that is kept apart from another one of the same mailbox and number', () => {
  let apart: World;
  let together: World;
  const place = { domain: 'münchen.example', numbers: '+4930123' };
  beforeAll(async () => {
    together = await createWorld('person', place);
    apart = await createWorld('person', { ...place, adjust: keepApart });
  });
  afterAll(() => Promise.all([apart.close(), together.close()]));

  test('has the same effects by its own spelling as an account without a twin', async () => {
    for (const name of expected.keys()) {
      const usual = await effectsOf(name, (text) => text, together);
      expect.soft([name, await effectsOf(name, (text) => text, apart)]).toEqual([name, usual]);
    }
  });
});

describe('reads that name a user', () => {
  const reads = endpoints.filter(
    ({ name, role, auth, forAdministrators, input }) =>
      role === 'auditor' &&
      name !== 'management.user.searchTestUsers' &&
      auth === 'management' &&
      forAdministrators !== 'only' &&
      placesOf(asJsonSchema(input)).some(({ path }) => named.test(path.find((part) => part !== '0')!)),
  );

  test.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_, endpoint) => {
    const { loginId, userId, email, phone } = await world.user();
    const schema = asJsonSchema(endpoint.input);
    const fields = placesOf(schema).filter(({ path }) => named.test(path[0]!) && path.length === 1);
    for (const { path, schema: field } of fields) {
      const [name = ''] = path;
      const values = /phone/.test(name)
        ? [phone]
        : /email/.test(name)
          ? [email]
          : /^(loginId|identifier)$/.test(name) && !/search/.test(endpoint.path)
            ? [loginId, phone, userId]
            : [loginId, phone];
      for (const value of values) {
        const ask = async (text: string) => {
          const input = { ...(sampleOf(schema) as object), [name]: field.items ? [text] : text };
          const { status, body } = await world.ask(endpoint, { input });
          return { status, body };
        };
        const found = await ask(value);
        expect(JSON.stringify(found.body), `${name} ${value}`).not.toMatch(/"users":\[\]/);
        for (const [how, write] of spellings)
          expect([name, how, await ask(write(value))]).toEqual([name, how, found]);
      }
    }
  });

  test.each(spellings)('a search for text finds a user %s', async (_, write) => {
    const { userId, email, phone } = await world.user();
    for (const text of [email, phone]) {
      const { users } = await world.send('POST', '/v2/mgmt/user/search', { text: write(text) });
      expect(users.map((user: { userId: string }) => user.userId)).toEqual([userId]);
    }
  });
});

test.each(spellings)('single sign-on finds the tenant of an address %s', async (_, write) => {
  const tenantId = await world.ssoTenant();
  const settings = await world.send('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`);
  const [domain] = /corp-\d+\.example/.exec(JSON.stringify(settings))!;
  const query = new URLSearchParams({ tenant: write(`ada@${domain}`) });
  expect(await world.post(`sso/authorize?${query}`, {})).toMatchObject({ url: expect.any(String) });
});

describe('codes', () => {
  const ofDigits: [string, Write][] = [
    ['with a blank', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['with a hyphen', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
    [
      'with a narrow blank and a dash',
      (code) => `${code.slice(0, 3)}\u202f${code.slice(3, 4)}\u2013${code.slice(4)}`,
    ],
    ['between blanks', (code) => ` \u00a0${code}\n`],
    ['with zero-width blanks', (code) => `\u200b${code.slice(0, 3)}\u200b${code.slice(3)}\ufeff`],
    [
      'in full width',
      (code) => code.replace(/\w/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    ],
    [
      'in Arabic digits',
      (code) =>
        /^\d+$/.test(code)
          ? code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
          : code,
    ],
  ];
  /** Codes that programs exchange, which no person types. */
  const machines = /exchange/i;
  const taking = endpoints.filter(
    ({ name, input }) => 'code' in (asJsonSchema(input).properties ?? {}) && !machines.test(name),
  );

  test.each(ofDigits)('are accepted %s by each endpoint that takes one', async (_, write) => {
    expect(taking.map(({ name }) => name).sort()).toEqual(
      ['otp.verify.email', 'otp.verify.sms', 'recoveryCodes.signIn', 'totp.verify'].sort(),
    );
    for (const endpoint of taking) {
      world.latchkey.advance(60_000);
      const ready = await calls[endpoint.name]!(world);
      const input = ready.input as { code: string };
      const { status, body } = await world.ask(endpoint, {
        ...ready,
        input: { ...input, code: write(input.code) },
      });
      expect([endpoint.name, status, body]).toEqual([endpoint.name, 200, expect.anything()]);
    }
  });
});

describe('hosted pages', () => {
  let pages: HostedPages;
  beforeAll(async () => {
    pages = await startHostedPages();
  });
  afterAll(() => pages.latchkey.close());

  test.each(spellings)('sign a person in who writes the address %s', async (_, write) => {
    const loginId = await pages.makeUser();
    expect(await pages.signIn(new FormBrowser(pages.latchkey), write(loginId))).not.toBe('');
  });

  test('sign in an account that is kept apart, by its own spelling', async () => {
    const phone = '+4930123456';
    const loginId = await pages.makeUser({ phone, additionalLoginIds: [phone] });
    const { latchkey } = pages;
    const { user } = (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`)).body;
    const { userId } = user;
    await keepApart(latchkey, { loginId, userId, email: loginId, phone, password: '' });
    for (const typed of ['+49030123456', '+49 (0)30 123456']) {
      const code = await pages.signIn(new FormBrowser(latchkey), typed);
      expect((await pages.exchange(code)).body.user.userId).toBe(userId);
    }
  });

  test.each(['123 456', '１２３ ４５６', ' 123-456 '])('accept a code as %j is written', async (form) => {
    const loginId = await pages.makeUser();
    const browser = new FormBrowser(pages.latchkey);
    const { path } = await pages.identify(browser, ` ${loginId.toUpperCase()}\u200b`, 'emailCode');
    const digits = await codeSentTo(pages.latchkey, loginId);
    let next = 0;
    const code = form.replace(/\p{Nd}/gu, (digit) => {
      const own = Number(digits[next++]);
      return digit > '9' ? String.fromCharCode(0xff10 + own) : String(own);
    });
    expect((await browser.submit(path, { code })).path).toContain(back);
  });
});

test('the command line names a user as people write the address', async () => {
  const place = await newPlace();
  await prepare(place);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommandHere(place, args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const { projectId, id } = await run('project', 'create', '--name', 'Shop', '--json');
  const project = ['--project', projectId ?? id, '--json'];
  const made = await run(
    'user',
    'create',
    ' \u200bAda@Example.com\u00a0',
    '--phone',
    '＋４４ (0)20 7946 0018',
    ...project,
  );
  expect(made).toMatchObject({ email: 'ada@example.com', phone: '+442079460018', verifiedEmail: true });
  for (const name of ['ADA@example.com ', `${made.userId} `])
    expect(await run('user', 'disable', name, ...project)).toMatchObject({ userId: made.userId });
  for (const text of ['+44 20 7946 0018', ' ad', `${made.userId} `])
    expect(await run('user', 'find', text, ...project)).toMatchObject({ total: 1 });
  await place.remove();
});
