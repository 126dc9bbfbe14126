import { readFileSync } from 'node:fs';
import type { Measured } from './measure.ts';
import type { Workload } from './operations/workload.ts';
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
  for (const [index, peer] of peers.entries()) {
    const numbers = [peer.requestsPerSecond, peer.p99, peer.cpuMicroseconds];
    const isComplete = peer.name && peer.version && peer.operation && engines.includes(peer.engine);
    if (!isComplete || !numbers.every((number) => number > 0))
      throw new Error(`${file}: entry ${index} is incomplete: ${JSON.stringify(peer)}`);
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
  const head = ['', 'peer', 'requests/s', 'peer requests/s', 'times', 'p99 ms', 'peer p99 ms'];
  const text = table([...head, 'CPU µs', 'peer CPU µs', 'CPU share'], rows);
  return rows.length > 0 ? [`### ${engineTitles[engine]}: the peers`, text] : [];
}
