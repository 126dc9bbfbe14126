import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { reasonForUser, reasonIn } from './password-reasons.ts';

let latchkey: Latchkey;
let counter = 0;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

test('every reason to refuse a password is known in every language', async () => {
  await latchkey.manage('POST', '/v1/mgmt/project/update/name', { name: 'Umbrella' });
  const settings = {
    enabled: true,
    minLength: 8,
    lowercase: true,
    uppercase: true,
    number: true,
    nonAlphanumeric: true,
  };
  const words = ['short', 'ABCDEFGH1!', 'abcdefgh1!', 'Abcdefgh!', 'Abcdefgh1'];
  const guessable = [
    'aaaaaaaaaaaa',
    '12345678',
    'umbrella2024',
    'password',
    'passwordpassword1',
    'dragonmonkey',
  ];
  // The API refuses a password that is too long before it looks at it, and the pages do not.
  const reasons = new Set<string>(['it can have at most 128 characters']);
  const ask = async (password: string, on = latchkey) => {
    const answer = await on.request('POST', '/v1/auth/password/signup', {
      body: { loginId: `p${counter++}@example.com`, password },
    });
    const reason = reasonForUser(answer.body.errorMessage ?? '');
    if (reason !== undefined) reasons.add(reason);
  };
  await latchkey.manage('POST', '/v1/mgmt/password/settings', settings);
  for (const word of words) await ask(word);
  await latchkey.manage('POST', '/v1/mgmt/password/settings', {
    enabled: true,
    minLength: 8,
    lowercase: false,
    uppercase: false,
    number: false,
    nonAlphanumeric: false,
  });
  for (const word of guessable) await ask(word);
  const folder = await mkdtemp(join(tmpdir(), 'breached-'));
  const list = join(folder, 'list.txt');
  await writeFile(list, `${hash('sha1', 'harbor ceiling 93')}:1\n`);
  const checking = await latchkey.startAnother({ LATCHKEY_BREACHED_PASSWORDS: `file:${list}` });
  await ask('harbor ceiling 93', checking);
  await checking.close();
  await rm(folder, { recursive: true });
  expect([...reasons]).toContain('it appeared in a data breach');
  expect(reasons.size).toBeGreaterThanOrEqual(9);
  const { languages } = latchkey.service;
  for (const language of languages.tags.flatMap((tag) => languages.find(tag) ?? [])) {
    const { unknown } = language.texts.hostedPages.passwordReasons;
    for (const reason of reasons) expect([reason, reasonIn(language, reason)]).not.toContain(unknown);
  }
  for (const reason of reasons) expect(reasonIn(languages.english, reason)).toBe(reason);
});
