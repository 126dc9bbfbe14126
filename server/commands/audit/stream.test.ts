import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { type HttpReceiver, startReceiver } from '../../../test/counterparts/http-receiver.ts';
import { startSyslogReceiver } from '../../../test/counterparts/syslog-receiver.ts';
import { testOnce } from '../../../test/engine.ts';
import {
  createUser,
  newPlace,
  type Place,
  prepare,
  type ServerProcess,
  startServer,
} from '../../../test/latchkey-process.ts';
import { administrationProjectId } from '../../core/administration.ts';
import { readConfig } from '../../core/config.ts';
import { openConfiguredDatabase } from '../../storage/configured.ts';

let place: Place;
let receiver: HttpReceiver;
let status: number;

beforeAll(async () => {
  place = await newPlace();
  await prepare(place);
  receiver = await startReceiver(() => ({ status, body: { text: 'Success' } }));
});
beforeEach(() => {
  status = 200;
  receiver.requests.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await place.remove();
});

async function newProject(): Promise<string> {
  const { stdout } = await runCommandHere(place, ['project', 'create', '--name', 'Shop', '--json']);
  return JSON.parse(stdout).id;
}

function run(project: string, args: string[], stdin = '') {
  return runCommandHere(place, ['audit', ...args, '--project', project], {}, stdin);
}

test('a stream is added, tested, listed and removed, and its headers are never shown', async () => {
  const project = await newProject();
  expect((await run(project, ['stream', 'list'])).stdout).toBe('The project has no audit stream.\n');
  const add = ['stream', 'add', '--url', `${receiver.url}/collector`, '--headers-file', '-', '--json'];
  const added = await run(project, add, 'Authorization: Splunk 0123456789abcdef\n');
  expect({ code: added.code, stderr: added.stderr }).toEqual({ code: 0, stderr: '' });
  const { id, secret } = JSON.parse(added.stdout);
  expect(secret).toMatch(/^whsec_/);

  const tested = await run(project, ['stream', 'test', id]);
  expect(tested.stdout).toBe('The receiver has confirmed the test event: 200 {"text":"Success"}\n');
  const [{ headers, body }] = receiver.requests as [HttpReceiver['requests'][number]];
  expect(headers.authorization).toBe('Splunk 0123456789abcdef');
  expect(JSON.parse(body)).toMatchObject([{ type: 'latchkey.audit.test', data: { projectId: project } }]);
  status = 403;
  const refused = await run(project, ['stream', 'test', id]);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: '403 {"text":"Success"}.\n' });

  const listed = await run(project, ['stream', 'list', '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, kind: 'http', sentSequence: 0, lastError: '' }]);
  expect((await run(project, ['stream', 'list'])).stdout).toContain('nothing sent yet');
  expect(listed.stdout + added.stdout).not.toMatch(/0123456789abcdef|collector/);
  expect((await run(project, ['stream', 'remove', id])).code).toBe(0);
  expect((await run(project, ['stream', 'remove', id])).code).toBe(2);

  const wrong = await run(project, ['stream', 'add', '--url', receiver.url, '--headers-file', '-'], 'sesame');
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Line 1 of the headers') });
  expect(wrong.stderr).not.toContain('sesame');
});

test('a stream to a syslog receiver is added and tested', async () => {
  const project = await newProject();
  const syslog = await startSyslogReceiver();
  const address = `127.0.0.1:${syslog.port}`;
  const added = await run(project, ['stream', 'add', '--syslog', address, '--plain', '--json']);
  const { id, ...stream } = JSON.parse(added.stdout);
  expect(stream).toMatchObject({ kind: 'syslog', destination: `tcp://${address}`, secret: '' });
  const tested = await run(project, ['stream', 'test', id]);
  expect(tested.stdout).toContain(`${address} has read everything`);
  expect(syslog.messages).toEqual([expect.stringMatching(/^<110>1 .* latchkey - test - \{.*\}$/)]);
  await syslog.close();
  const gone = await run(project, ['stream', 'test', id]);
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
});

test.each([
  [[], 'either --url or --syslog'],
  [['--url', 'https://a.example', '--syslog', 'a.example'], 'either --url or --syslog'],
  [['--url', 'https://a.example', '--plain'], 'need --syslog'],
  [['--syslog', 'a.example', '--headers-file', '-'], 'needs --url'],
  [['--syslog', 'https://a.example'], '--syslog must be a host'],
  [['--syslog', 'a.example:70000'], '--syslog must be a host'],
])('stream add %j is refused', async (args, message) => {
  const { code, stderr } = await run('P0', ['stream', 'add', ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test('rows that a stream has not sent are removed only when that is asked for', async () => {
  const project = await newProject();
  await run(project, ['stream', 'add', '--url', receiver.url, '--name', 'SIEM']);
  const remove = ['remove', '--before', '2999-01-31'];
  const refused = await run(project, remove);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/Nothing was removed.* \(SIEM\) has sent up to row \d+.*--even-unsent/s);
  expect((await run(project, [...remove, '--even-unsent'])).stdout).toMatch(/^Removed [1-9]/);
});

testOnce('a server that is killed while it sends loses no event', async () => {
  const own = await newPlace();
  const servers: ServerProcess[] = [];
  onTestFailed(() => console.log(servers.map(({ output }) => output()).join('\n')));
  // The second batch arrives, and its sender dies before it gets the answer.
  const siem = await startReceiver((_, count) => {
    if (count === 2) servers[0]!.kill('SIGKILL');
    return { status: 200 };
  });
  const first = await startServer(own);
  servers.push(first);
  const { projectId, managementKey = '' } = first.start;
  const add = ['audit', 'stream', 'add', '--url', siem.url, '--after', '0', '--project', projectId];
  expect((await runCommandHere(own, add)).code).toBe(0);
  let isDead = false;
  void first.exited.then(() => {
    isDead = true;
  });
  let acknowledged = 0;
  for (let count = 0; !isDead; count += 1) {
    const status = await createUser(first, managementKey, `user${count}@example.com`).catch(() => 0);
    if (status === 200) acknowledged += 1;
  }

  const { db, close } = await openConfiguredDatabase(readConfig('development', own.env));
  // The claims of the killed process expire by themselves; this shortens the wait.
  await db.updateTable('auditStreams').set({ claimedUntil: 0 }).where('projectId', '=', projectId).execute();
  await db.deleteFrom('leases').execute();
  const second = await startServer(own);
  servers.push(second);
  expect(await createUser(second, managementKey, 'last@example.com')).toBe(200);
  const events = (of = projectId) =>
    siem.requests.flatMap(({ body }) => JSON.parse(body)).filter(({ data }) => data.projectId === of);
  const log = () =>
    db
      .selectFrom('auditEvents')
      .select(['id', 'sequence', 'action'])
      .where('projectId', '=', projectId)
      .orderBy('sequence')
      .execute();
  const received = () => new Map(events().map(({ id, sequence }) => [id, Number(sequence)]));
  const missing = async () => (await log()).filter(({ id }) => !received().has(id));
  await expect.poll(missing).toEqual([]);
  const rows = await log();
  expect([...received()]).toEqual(rows.map(({ id, sequence }) => [id, sequence]));
  expect(rows.filter(({ action }) => action === 'UserCreated').length).toBeGreaterThan(acknowledged);
  // The batch that was not confirmed came twice.
  expect(events().length).toBeGreaterThan(rows.length);

  // The log of the administrators can be streamed, too, while the server runs.
  const addOther = [...add.slice(0, -1), administrationProjectId];
  expect((await runCommandHere(own, addOther)).code).toBe(0);
  const types = () => events(administrationProjectId).map(({ type }) => type);
  await expect.poll(types).toContain('latchkey.audit.AuditStreamCreated');
  second.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  await close();
  await siem.close();
  await own.remove();
});
