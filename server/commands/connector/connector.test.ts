import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { startReceiver } from '../../../test/counterparts/http-receiver.ts';
import { startSmtp } from '../../../test/counterparts/smtp.ts';
import { newPlace, type Place, prepare } from '../../../test/latchkey-process.ts';

let place: Place;
let project: string;

beforeAll(async () => {
  place = await newPlace();
  await prepare(place);
  const { stdout } = await runCommandHere(place, ['project', 'create', '--name', 'Shop', '--json']);
  project = JSON.parse(stdout).id;
});

afterAll(() => place.remove());

const run = (args: string[], stdin = '') =>
  runCommandHere(place, ['connector', ...args, '--project', project], {}, stdin);
const listed = async () => JSON.parse((await run(['list', '--json'])).stdout);

test('a mail connector is set with a password from standard input, tested, and removed', async () => {
  expect((await run(['list'])).stdout).toBe('The project has no connectors.\n');
  const server = await startSmtp({ account: { user: 'latchkey', password: 'correct horse' } });
  const set = ['set', 'smtp', '--host', server.host, '--port', `${server.port}`, '--username', 'latchkey'];
  const from = ['--from-address', 'login@shop.example'];
  const wrong = await run([...set, ...from, '--password-file', '-'], 'wrong horse\n');
  expect(wrong).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('password') });
  const refused = await run(['test', 'email', '--to', 'you@example.com']);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('was not sent') });

  await run([...set, ...from, '--password-file', '-'], 'correct horse\n');
  // The password stays as long as it is sent to the same place.
  const renamed = await run([...set, ...from, '--from-name', 'Shop AG', '--json']);
  expect(JSON.parse(renamed.stdout)).toMatchObject({
    channel: 'email',
    settings: { fromName: 'Shop AG', host: server.host, port: server.port },
    secrets: ['password'],
  });
  const sent = await run(['test', 'email', '--to', 'you@example.com', '--json']);
  expect(JSON.parse(sent.stdout)).toMatchObject({ to: 'you@example.com' });
  expect((await server.waitFor('you@example.com'))[0]).toMatchObject({ user: 'latchkey' });
  await server.close();

  for (const { stdout, stderr } of [wrong, refused, renamed, sent, await run(['list'])]) {
    expect(stdout + stderr).not.toContain('horse');
  }
  expect(await run(['remove', 'email'])).toMatchObject({ code: 0, stderr: '' });
  expect(await listed()).toEqual([]);
  expect(await run(['remove', 'email'])).toMatchObject({ code: 2, stdout: '' });
});

test('an SMS connector takes its headers from a file', async () => {
  const provider = await startReceiver(() => ({ status: 200, body: { ok: true } }));
  const headers = join(place.dataDir, 'headers.json');
  writeFileSync(headers, '{"x-api-key": "key-secret"}');
  const body = '{"to":"{{to}}","text":"{{text}}"}';
  const set = ['set', 'http', '--url', `${provider.url}/send`, '--body', body, '--headers-file', headers];
  const done = await run(set);
  expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('x-api-key') });
  expect(done.stdout).not.toContain('key-secret');
  expect((await run(['test', 'sms', '--to', '+12025550123'])).code).toBe(0);
  expect(provider.requests[0]).toMatchObject({ path: '/send', headers: { 'x-api-key': 'key-secret' } });
  await provider.close();

  writeFileSync(headers, '"key-secret"');
  const refused = await run(set);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('JSON object') });
  expect(refused.stderr).not.toContain('key-secret');
  const twilio = ['set', 'twilio', '--account-sid', 'AC1', '--from', 'Shop', '--auth-token-file', '-'];
  expect(await run(twilio, 'token-secret\n')).toMatchObject({ code: 0, stderr: '' });
  expect(await listed()).toMatchObject([{ channel: 'sms', provider: 'twilio', secrets: ['authToken'] }]);
});

test.each([
  [['set', 'smtp', '--host', 'a b', '--from-address', 'a@example.com'], '--host'],
  [['set', 'smtp', '--host', 'mail.example.com', '--from-address', 'nobody'], '--from-address must be'],
  [['set', 'smtp', '--host', 'mail.example.com'], '--from-address'],
  [['set', 'http', '--url', 'https://sms.example.com', '--body', '{}'], '{{to}}'],
  [['set', 'pigeon'], 'pigeon'],
  [['remove', 'fax'], 'email, sms'],
  [['test', 'email', '--to', 'you@example.com'], 'no connector'],
  [['test', 'email', '--to', 'you'], 'email address'],
])('%j is refused and changes nothing', async (args, words) => {
  const before = await listed();
  const refused = await run(args);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) });
  expect(await listed()).toEqual(before);
});

test('an empty secret is refused', async () => {
  const set = ['set', 'smtp', '--host', 'mail.example.com', '--from-address', 'a@example.com'];
  const refused = await run([...set, '--password-file', '-'], '\n');
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('standard input') });
});

const guide = readFileSync(new URL('../../../docs/guides/mail-services.md', import.meta.url), 'utf8');
const shown = [...guide.matchAll(/^npx latchkey connector (set smtp (?:.*\\\n)*.*) < password\.txt$/gm)].map(
  ([, command = '']) => command.split(/[\s\\]+/),
);

test.each(shown.map((words) => ({ words, host: words[words.indexOf('--host') + 1] })))(
  'the command of the guide for $host works, by STARTTLS and by TLS',
  async ({ words }) => {
    const user = words[words.indexOf('--username') + 1] ?? '';
    for (const security of ['starttls', 'tls']) {
      const account = { user, password: 'correct horse' };
      const server = await startSmtp({ account, secure: security === 'tls' });
      const here: Record<string, string> = { '--host': server.host, '--port': `${server.port}` };
      const command = words.map((word, index) => here[words[index - 1] ?? ''] ?? word);
      const withoutProject = command.filter((word) => word !== '--project' && word !== '$PROJECT_ID');
      const set = await run([...withoutProject, '--security', security], 'correct horse\n');
      expect(set).toMatchObject({ code: 0, stderr: '' });
      const tested = await run(['test', 'email', '--to', 'you@example.com']);
      expect(tested).toMatchObject({ code: 0, stdout: expect.stringContaining('250 2.0.0 kept') });
      expect(server.mails).toMatchObject([{ secure: true, user }]);
      expect(server.mails[0]?.from).toBe(words[words.indexOf('--from-address') + 1]);
      await server.close();
    }
    await run(['remove', 'email']);
  },
);

test('the guide shows four mail services', () => expect(shown).toHaveLength(4));
