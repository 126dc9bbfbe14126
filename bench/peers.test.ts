import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workloads } from './operations/workloads.ts';
import { peerParts, readPeers } from './peers.ts';

const measured = { requestsPerSecond: 1000, p50: 20, p99: 40, cpuMicroseconds: 900, coresUsed: 0.9 };
const load = workloads.find(({ name }) => name === 'load')!;
const peer = { name: 'Another', version: '1.3', engine: 'sqlite', operation: 'load' };
const numbers = { requestsPerSecond: 250, p99: 80, cpuMicroseconds: 3600 };

test('a peer stands beside our result for the same operation on the same engine', () => {
  const peers = read([{ ...peer, ...numbers }]);
  const ours = new Map([[load, measured]]);
  expect(peerParts('sqlite', peers, ours)[1]).toContain(
    '| user load | Another 1.3 | 1000 | 250 | **4.0** | 40.0 | 80.0 | 900 | 3600 | 25 % |',
  );
  expect(peerParts('postgres', peers, ours)).toEqual([]);
});

test('an incomplete entry is refused, with its place', () => {
  expect(() => read([{ ...peer, ...numbers, p99: undefined }])).toThrow('entry 0 is incomplete');
});

function read(entries: object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-peers-'));
  try {
    const file = join(folder, 'peers.json');
    writeFileSync(file, JSON.stringify(entries));
    return readPeers(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
