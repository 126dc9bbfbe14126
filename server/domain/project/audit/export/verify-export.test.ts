import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../../../test/command-line.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { newPlace, type Place } from '../../../../../test/latchkey-process.ts';
import { canonicalJson, type Facts, sha256 } from '../sealing/canonical.ts';

let place: Place;
let latchkey: Latchkey;
/** The export of a log of 8 rows: its end, the rows, a seal. So row 3 is the line with the index 3. */
let whole: string[];
let otherKey: string;
const ids: string[] = [];

/** Characters that some programs treat as line ends, or that JSON can write in more than one way. */
const odd = { text: '\u2028\u2029\r\n\u0085\u007f\u0001"\\/é😀ﬀ', number: 1.0, big: 1e21 };

beforeAll(async () => {
  place = await newPlace();
  latchkey = await startLatchkey({ ...place.env, LATCHKEY_LOG: 'json:silent' });
  const { projectId } = latchkey;
  await keep('key.pem', await run('audit', 'key', '--project', projectId));
  otherKey = await keep(
    'other.pem',
    await run('audit', 'key', '--project', (await latchkey.addProject()).projectId),
  );
  for (let index = 1; index <= 8; index++) {
    latchkey.advance(5);
    const event = { action: `action-${index}`, type: 'info', actorId: 'robot', data: odd };
    expect((await latchkey.manage('POST', '/v1/mgmt/audit/event', event)).status).toBe(200);
  }
  whole = (await run('audit', 'export', '--project', projectId)).trimEnd().split('\n');
  ids.push(...whole.map((line) => JSON.parse(line).event?.id));
});

afterAll(async () => {
  await latchkey.close();
  await place.remove();
});

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommandHere(place, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function keep(name: string, text: string): Promise<string> {
  const file = join(place.dataDir, name);
  await writeFile(file, text);
  return file;
}

/** Verifies only the given files, without a database or settings. */
async function verify(lines: string[], ...options: string[]) {
  const file = await keep('export.jsonl', lines.map((line) => `${line}\n`).join(''));
  const key = options.includes('--key') ? [] : ['--key', join(place.dataDir, 'key.pem')];
  const args = ['audit', 'verify', file, ...key, '--json', ...options];
  const { code, stdout, stderr } = await runCommandHere({ env: {} }, args);
  const answer = JSON.parse(stdout) as Record<string, unknown>;
  if (code !== 0) expect(stderr).toContain(answer['message']);
  return { code, ...answer };
}

function parse(line: string | undefined): { event: Record<string, string | number>; hash: string } {
  return JSON.parse(line ?? '');
}

/** Row 3 with another actor, as a forger who knows the format would write it. */
function forged(fields: Facts = { actorId: 'somebody' }): string {
  const event = { ...parse(whole[3]).event, ...fields };
  return canonicalJson({ event, hash: sha256(canonicalJson(event)) });
}

/** Recomputes position and hash of every row from `first` on. */
function relinked(lines: string[]): string[] {
  let sequence = 0;
  let previousHash = '';
  return lines.map((line) => {
    if (!line.startsWith('{"event"')) return line;
    const { previousHash: _, ...rest } = parse(line).event;
    sequence += 1;
    const event = { ...rest, sequence, ...(previousHash && { previousHash }) };
    previousHash = sha256(canonicalJson(event));
    return canonicalJson({ event, hash: previousHash });
  });
}

test('an export contains the rows as they were sealed', async () => {
  const { hash } = parse(whole[8]);
  expect(await verify(whole)).toMatchObject({
    code: 0,
    ok: true,
    projectId: latchkey.projectId,
    firstSequence: 1,
    lastSequence: 8,
    noted: `8:${hash}`,
  });
  expect(JSON.parse(parse(whole[1]).event['data'] as string)).toEqual(odd);
});

const replace = (index: number, ...lines: string[]) => whole.toSpliced(index, 1, ...lines);

type Tampering = [name: string, tamper: () => string[], expected: () => object];

const tamperings: Tampering[] = [
  [
    'a changed field',
    () => replace(3, whole[3]!.replace('"robot"', '"rabbit"')),
    () => ({ fault: 'changed', sequence: 3, id: ids[3] }),
  ],
  [
    'a field that was added',
    () => replace(3, whole[3]!.replace('"id"', '"geo":"NL","id"')),
    () => ({ fault: 'changed', sequence: 3, id: ids[3] }),
  ],
  [
    'a changed field with a hash that fits it',
    () => replace(3, forged()),
    () => ({ fault: 'changed', sequence: 3, id: ids[3] }),
  ],
  [
    'the last row with a hash that fits it',
    () => relinked(replace(8, whole[8]!.replace('"robot"', '"rabbit"'))),
    () => ({ fault: 'changed', sequence: 1 }),
  ],
  [
    'a changed field with all hashes recomputed',
    () => relinked(replace(3, forged())),
    () => ({ fault: 'changed', sequence: 1, message: expect.stringContaining('Rows 1 to 8') }),
  ],
  ['a row that was removed', () => replace(3), () => ({ fault: 'missing', sequence: 3 })],
  ['the first row', () => replace(1), () => ({ fault: 'missing', sequence: 1 })],
  [
    'several rows that were removed',
    () => whole.toSpliced(3, 3),
    () => ({ fault: 'missing', sequence: 3, message: expect.stringContaining('Rows 3 to 5') }),
  ],
  [
    'a removed row with all hashes recomputed',
    () => relinked(replace(3)),
    () => ({ fault: 'missing', sequence: 8 }),
  ],
  [
    'the tail, cut off',
    () => whole.slice(0, 6),
    () => ({ fault: 'missing', sequence: 6, message: expect.stringContaining('Rows 6 to 8') }),
  ],
  ['the last row, cut out', () => replace(8), () => ({ fault: 'missing', sequence: 8 })],
  [
    'a row that is cut in two',
    () => [...whole.slice(0, 6), whole[6]!.slice(0, 99)],
    () => ({ fault: 'malformed' }),
  ],
  ['the seal, cut off', () => whole.slice(0, 9), () => ({ fault: 'missing', sequence: 8 })],
  ['all rows', () => [whole[0]!], () => ({ fault: 'missing', sequence: 1 })],
  [
    'a row that was added behind its double',
    () => replace(3, whole[3]!, forged({ id: 'A-added' })),
    () => ({ fault: 'added', sequence: 3, id: 'A-added' }),
  ],
  [
    'a row that was added before its double',
    () => replace(3, forged({ id: 'A-added' }), whole[3]!),
    () => ({ fault: 'added', sequence: 3, id: 'A-added' }),
  ],
  [
    'a row that was added at the end',
    () => [...whole, forged({ id: 'A-added', sequence: 9, previousHash: parse(whole[8]).hash })],
    () => ({ fault: 'added', sequence: 9, id: 'A-added' }),
  ],
  [
    'a row that is there twice',
    () => [...whole.slice(0, 7), whole[2]!, ...whole.slice(7)],
    () => ({ fault: 'added', sequence: 2, id: ids[2] }),
  ],
  [
    'two rows that changed places',
    () => whole.toSpliced(3, 2, whole[4]!, whole[3]!),
    () => ({ fault: 'moved', sequence: 3, id: ids[3] }),
  ],
  [
    'two rows that changed places and numbers',
    () => whole.toSpliced(3, 2, forged({ ...parse(whole[4]).event, sequence: 3 }), whole[3]!),
    () => ({ fault: 'changed', sequence: 3, id: ids[4] }),
  ],
  [
    'an end that was made earlier',
    () => [whole[0]!.replace('"sequence":8', '"sequence":5'), ...whole.slice(1, 6)],
    () => ({ fault: 'untrusted' }),
  ],
  [
    'a seal that was changed',
    () => replace(9, whole[9]!.replace('"sealedAt":', '"sealedAt":1')),
    () => ({ fault: 'untrusted' }),
  ],
  ['a seal in the place of the end', () => [whole[9]!, ...whole.slice(1)], () => ({ fault: 'malformed' })],
  ['a row that is written in another way', () => replace(3, ` ${whole[3]}`), () => ({ fault: 'malformed' })],
  [
    'a name that stands twice',
    () => replace(3, whole[3]!.replace('"actorId"', '"actorId":"eve","actorId"')),
    () => ({ fault: 'malformed' }),
  ],
  ['no export', () => ['{}'], () => ({ fault: 'malformed' })],
  ['nothing', () => [], () => ({ fault: 'malformed' })],
];

test.each(tamperings)('verification reports %s', async (_, tamper, expected) => {
  expect(await verify(tamper())).toMatchObject({ code: 1, ok: false, ...expected() });
});

test('an export is verified with a key from another source', async () => {
  const { code, fault, message } = (await verify(whole, '--key', otherKey)) as Record<string, unknown>;
  expect({ code, fault }).toEqual({ code: 1, fault: 'untrusted' });
  expect(message).toContain('not one of the given keys');
  const none = await runCommandHere({ env: {} }, [
    'audit',
    'verify',
    'x',
    '--key',
    join(place.dataDir, 'export.jsonl'),
  ]);
  expect(none).toMatchObject({ code: 2, stdout: '' });
});

test('a recorded row reveals a log that was truncated and continued', async () => {
  const noted = (row: number, hash = parse(whole[row]).hash) => verify(whole, '--noted', `${row}:${hash}`);
  expect(await noted(5)).toMatchObject({ code: 0 });
  expect(await noted(5, 'a'.repeat(64))).toMatchObject({ code: 1, fault: 'changed', sequence: 5 });
  expect(await noted(9, 'a'.repeat(64))).toMatchObject({ code: 1, fault: 'missing', sequence: 9 });
});

test('openssl gets the same result without a JSON parser', async () => {
  const [, eventText = '', hash] = /^\{"event":(.*),"hash":"(\w+)"\}$/s.exec(whole[8]!) ?? [];
  const digest = execFileSync('openssl', ['dgst', '-sha256', '-r'], { input: eventText, encoding: 'utf8' });
  expect(digest).toContain(`${hash} `);
  for (const line of [whole[0]!, whole[9]!]) {
    const [, signature = '', statement = ''] = /"signature":"([^"]+)","statement":(.*)\}$/s.exec(line) ?? [];
    const signed = await keep('statement', statement);
    const signatureFile = join(place.dataDir, 'signature');
    await writeFile(signatureFile, Buffer.from(signature, 'base64'));
    const key = ['-pubin', '-inkey', join(place.dataDir, 'key.pem')];
    const files = ['-in', signed, '-sigfile', signatureFile];
    const output = execFileSync('openssl', ['pkeyutl', '-verify', '-rawin', ...key, ...files]);
    expect(output.toString()).toContain('Verified Successfully');
  }
});

test.each([
  [2, ['audit']],
  [2, ['audit', 'export']],
  [2, ['audit', 'verify', 'audit.jsonl']],
  [2, ['audit', 'verify', 'audit.jsonl', '--key', 'key.pem', '--noted', '12']],
  [2, ['audit', 'remove', '--project', 'P', '--before', 'yesterday']],
  [1, ['audit', 'verify', 'audit.jsonl', '--key', 'nowhere.pem']],
  [1, ['audit', 'export', '--project', 'P']],
  [1, ['audit', 'key', '--project', 'P']],
])('exits with %d and a reason: latchkey %j', async (expected, args) => {
  const { code, stdout, stderr } = await runCommandHere(place, args);
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
  expect(stderr).not.toBe('');
  expect(stderr).not.toContain('    at ');
});

test('an export overwrites no file', async () => {
  const file = await keep('kept.jsonl', 'kept');
  const args = ['audit', 'export', '--project', latchkey.projectId, '--output', file];
  expect((await runCommandHere(place, args)).code).toBe(1);
  expect(await readFile(file, 'utf8')).toBe('kept');
});
