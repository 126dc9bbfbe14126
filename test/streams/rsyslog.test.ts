import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../command-line.ts';
import { createCertificate } from '../counterparts/certificate.ts';
import { freePort } from '../counterparts/program.ts';
import {
  createUser,
  newEmptyPlace,
  type Place,
  type ServerProcess,
  startServer,
} from '../latchkey-process.ts';
import { type Rsyslog, startRsyslog } from './rsyslog.ts';

let place: Place;
let server: ServerProcess;
let rsyslog: Rsyslog;
let port: number;
let caFile: string;

beforeAll(async () => {
  place = await newEmptyPlace();
  server = await startServer(place);
  port = await freePort();
  const certificate = createCertificate('localhost', ['DNS:localhost']);
  caFile = join(place.dataDir, 'ca.pem');
  await writeFile(caFile, certificate.cert);
  rsyslog = await startRsyslog(port, certificate);
});
afterAll(async () => {
  await rsyslog?.kill();
  server?.kill('SIGKILL');
  await server?.exited;
  await place?.remove();
});

async function stream(...args: string[]) {
  const command = ['audit', 'stream', ...args, '--project', server.start.projectId, '--json'];
  const { code, stdout, stderr } = await runCommandHere(place, command);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const events = () => rsyslog.stored().map((fields) => JSON.parse(fields.slice(7).join(' ')));

test('rsyslog stores every event, although it is killed again and again while it receives', async () => {
  const { id } = await stream('add', '--syslog', `localhost:${port}`, '--ca-file', caFile, '--after', '0');
  expect(await stream('test', id)).toMatchObject({
    response: expect.stringContaining('has read everything'),
  });
  let isOver = false;
  let created = 0;
  const creating = (async () => {
    for (; !isOver; await sleep(20)) {
      const loginId = `user${created}@example.com`;
      expect(await createUser(server, server.start.managementKey!, loginId)).toBe(200);
      created += 1;
    }
  })();
  for (let kills = 0; kills < 3; kills += 1) {
    const before = rsyslog.stored().length;
    await expect.poll(() => rsyslog.stored().length).toBeGreaterThan(before);
    await rsyslog.kill();
    await rsyslog.start();
  }
  isOver = true;
  await creating;
  const users = () =>
    new Set(
      events()
        .filter(({ type }) => type.endsWith('.UserCreated'))
        .map(({ id }) => id),
    );
  await expect.poll(() => users().size, { timeout: 200_000 }).toBe(created);
  const sequences = new Set(events().flatMap(({ sequence }) => (sequence ? [Number(sequence)] : [])));
  expect([...sequences]).toEqual(Array.from({ length: sequences.size }, (_, index) => index + 1));
  await expect.poll(async () => (await stream('list'))[0]).toMatchObject({ waitingEvents: 0, lastError: '' });

  const [facility, severity, time, hostname, ...rest] = rsyslog.stored().at(-1)!;
  const last = events().at(-1);
  expect([facility, severity, hostname]).toEqual(['13', '6', '127.0.0.1']);
  expect(Date.parse(time!)).toBe(Date.parse(last.time));
  const data = `[meta sequenceId="${last.sequence}"]`;
  expect(rest.slice(0, 3)).toEqual(['latchkey', last.data.action, data]);
});
