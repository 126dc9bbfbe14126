import { readFileSync } from 'node:fs';
import type { Measured } from './measure.ts';
import type { Workload } from './operations/workloads.ts';
import { type Engine, engines, engineTitles } from './options.ts';
import { percent, rate, table } from './report.ts';

/** One operation of another product, measured on this machine in the same way. `README.md` describes the file. */
export interface PeerResult {
  name: string;
  version: string;
  /** The database that it ran on. */
  engine: Engine;
  /** The name of a workload. */
  operation: string;
  requestsPerSecond: number;
  p99: number;
  cpuMicroseconds: number;
}

export function readPeers(file: string): PeerResult[] {
  const peers = JSON.parse(readFileSync(file, 'utf8')) as PeerResult[];
  for (const [index, { name, version, engine, operation, ...numbers }] of peers.entries()) {
    const { requestsPerSecond, p99, cpuMicroseconds } = numbers;
    const isComplete =
      [name, version, operation].every((text) => typeof text === 'string' && text !== '') &&
      engines.includes(engine) &&
      [requestsPerSecond, p99, cpuMicroseconds].every((number) => number > 0);
    if (!isComplete)
      throw new Error(`${file}: entry ${index} is incomplete: ${JSON.stringify(peers[index])}`);
  }
  return peers;
}

/** Returns the table beside our results on the same engine. */
export function peerParts(
  engine: Engine,
  peers: readonly PeerResult[],
  ours: ReadonlyMap<Workload, Measured>,
): string[] {
  const rows = [...ours].flatMap(([{ name, title }, measured]) =>
    peers
      .filter((peer) => peer.engine === engine && peer.operation === name)
      .map((peer) => [
        ...[title, `${peer.name} ${peer.version}`],
        ...[rate(measured.requestsPerSecond), rate(peer.requestsPerSecond)],
        `**${(measured.requestsPerSecond / peer.requestsPerSecond).toFixed(1)}**`,
        ...[measured.p99.toFixed(1), peer.p99.toFixed(1)],
        ...[measured.cpuMicroseconds.toFixed(0), peer.cpuMicroseconds.toFixed(0)],
        percent(measured.cpuMicroseconds / peer.cpuMicroseconds),
      ]),
  );
  if (rows.length === 0) return [];
  const head = ['', 'peer', 'requests/s', 'peer requests/s', 'times', 'p99 ms', 'peer p99 ms'];
  return [
    `### ${engineTitles[engine]}: the peers`,
    table([...head, 'CPU µs', 'peer CPU µs', 'CPU share'], rows),
  ];
}
