import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, signInByPassword, withToken } from '../../../../test/signed-in.ts';
import { openHashFile } from '../../../core/breached-passwords/hash-file.ts';

let latchkey: Latchkey;
let checking: Latchkey;
let folder: string;

const breached = 'a sentence that everybody knows';
const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
/** About 170 KB, so that the search halves the file several times. */
const known = [breached, ...Array.from({ length: 4_000 }, (_, index) => `known password ${index}`)];
const lines = known.map((password, index) => `${sha1(password)}:${index + 1}`).sort();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breached-'));
  await writeFile(join(folder, 'list.txt'), `${lines.join('\r\n')}\r\n`);
  latchkey = await startLatchkey();
  checking = await latchkey.startAnother({ LATCHKEY_BREACHED_PASSWORDS: `file:${join(folder, 'list.txt')}` });
});
afterAll(async () => {
  await checking.close();
  await latchkey.close();
  await rm(folder, { recursive: true });
});

function signUp(on: Latchkey, password: string) {
  return on.request('POST', '/v1/auth/password/signup', {
    body: { loginId: `user-${randomUUID()}@example.com`, password },
  });
}

const message = 'The password cannot be used: it appeared in a data breach';
const refusal = ({ status, body }: Awaited<ReturnType<typeof signUp>>) => [
  status,
  body.errorCode,
  body.errorMessage,
];
const isRefused = [400, 'E011003', expect.stringContaining(message)];

async function outcomes(on: Latchkey) {
  const counts = on.service.counters.list('latchkey_breached_password_checks_total');
  return Object.fromEntries(counts.map(({ labels, count }) => [labels['outcome'], count]));
}

describe('a breached password', () => {
  test('is accepted unless the operator configures a source', async () => {
    expect((await signUp(latchkey, breached)).status).toBe(200);
  });

  test('is refused wherever one is chosen, and accepted where it was chosen before', async () => {
    const user = await createPasswordUser(checking);
    const { loginId, password: oldPassword } = user;
    const { body } = await signInByPassword(checking, user);
    const newPassword = breached;
    const answers = [
      await signUp(checking, breached),
      await withToken(checking, 'POST', '/v1/auth/password/update', body.refreshJwt, {
        loginId,
        newPassword,
      }),
      await checking.request('POST', '/v1/auth/password/replace', {
        body: { loginId, oldPassword, newPassword },
      }),
      await checking.manage('POST', '/v1/mgmt/user/create', {
        loginId: `new-${loginId}`,
        password: breached,
      }),
      await checking.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password: breached }),
      await checking.manage('POST', '/v1/mgmt/user/password/set/temporary', { loginId, password: breached }),
    ];
    for (const answer of answers) expect(refusal(answer)).toEqual(isRefused);
    await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password: breached });
    expect((await signInByPassword(checking, { loginId, password: breached })).status).toBe(200);
  });

  test('is a setting of the project and of a tenant', async () => {
    const set = (refuseBreached: boolean) =>
      checking.manage('POST', '/v1/mgmt/password/settings', { refuseBreached });
    await set(false);
    expect((await signUp(checking, breached)).status).toBe(200);
    await set(true);
    expect(refusal(await signUp(checking, breached))).toEqual(isRefused);
  });
});

describe('a file', () => {
  test('finds each of its passwords and no other, with any line ends and digits', async () => {
    const forms = {
      crlf: `${lines.join('\r\n')}\r\n`,
      lf: lines.join('\n'),
      bare: `${lines.map((line) => line.slice(0, 40).toLowerCase()).join('\n')}\n`,
    };
    for (const [name, text] of Object.entries(forms)) {
      await writeFile(join(folder, name), text);
      const hashes = await openHashFile(join(folder, name));
      for (const [index, line] of lines.entries()) {
        const hash = line.slice(0, 40);
        if (index % 7 === 0 || index < 5 || index > lines.length - 5)
          expect([name, hash, await hashes.has(hash)]).toEqual([name, hash, true]);
      }
      const strangers = Array.from({ length: 300 }, () => sha1(randomUUID()));
      for (const hash of ['0'.repeat(40), 'F'.repeat(40), ...strangers])
        expect(await hashes.has(hash)).toBe(false);
      await hashes.close();
    }
  });

  test.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['has something else', 'password\n123456\n'],
    ['is not sorted', `${[...lines].reverse().join('\n')}\n`],
  ])('that %s is refused at the start', async (name, text) => {
    const path = join(folder, `${name}.txt`);
    if (text !== undefined) await writeFile(path, text);
    await expect(latchkey.startAnother({ LATCHKEY_BREACHED_PASSWORDS: `file:${path}` })).rejects.toThrow(
      `LATCHKEY_BREACHED_PASSWORDS is ${path}`,
    );
  });
});

describe('a range endpoint', () => {
  let url: string;
  let answer: (prefix: string) => { status: number; text: string } | undefined;
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    const found = answer((request.url ?? '').slice('/range/'.length));
    // Without an answer, the request waits until its sender gives up.
    if (found) response.writeHead(found.status).end(found.text);
  });
  const answerOf = (prefix: string) => {
    const rests = lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(5));
    return { status: 200, text: [...rests, `${'0'.repeat(34)}A:0`].join('\r\n') };
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const start = () => latchkey.startAnother({ LATCHKEY_BREACHED_PASSWORDS: url });

  test('gets five digits of the hash and asks for padding, which counts for nothing', async () => {
    answer = answerOf;
    const asking = await start();
    expect(refusal(await signUp(asking, breached))).toEqual(isRefused);
    expect((await signUp(asking, 'a sentence that nobody knows')).status).toBe(200);
    const last = asked.at(-2);
    expect([last?.path, last?.headers['add-padding']]).toEqual([
      `/range/${sha1(breached).slice(0, 5)}`,
      'true',
    ]);
    const padding = { status: 200, text: `${sha1('only padding has this').slice(5)}:0\r\n` };
    answer = () => padding;
    expect((await signUp(asking, 'only padding has this')).status).toBe(200);
    expect(await outcomes(asking)).toEqual({ refused: 1, accepted: 2 });
    await asking.close();
  });

  test.each([
    ['answers with an error', () => ({ status: 503, text: '' })],
    ['answers with a page', () => ({ status: 200, text: '<html>Sign in to the network</html>' })],
    ['does not answer within a second', () => undefined],
  ])('that %s refuses nothing, is counted, and is left alone for a while', async (_, broken) => {
    answer = broken;
    const asking = await start();
    asking.stopClock();
    expect((await signUp(asking, breached)).status).toBe(200);
    answer = answerOf;
    const before = asked.length;
    expect((await signUp(asking, breached)).status).toBe(200);
    expect([asked.length, await outcomes(asking)]).toEqual([before, { failed: 2 }]);
    asking.advance(10_000);
    expect(refusal(await signUp(asking, breached))).toEqual(isRefused);
    await asking.close();
  });
});
