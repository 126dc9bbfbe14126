import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMailSink } from './mail-sink.ts';
import type { Engine } from './options.ts';
import { serverEnvironment } from './settings.ts';
import { newPlace, type Place } from './stage.ts';

/** The rate of sending the outbox to a mail server that accepts everything at once. */
export interface OutboxResult {
  engine: Engine;
  instances: number;
  perSecond: number;
  messages: number;
  /** Mails delivered more than once. */
  twice: number;
}

const instanceCounts = [1, 2, 4];
const program = fileURLToPath(new URL('./outbox-process.ts', import.meta.url));

export async function measureOutbox(
  engine: Engine,
  { folder, cores, quick }: { folder: string; cores: string; quick: boolean },
): Promise<OutboxResult[]> {
  const messages = quick ? 600 : 2_000;
  const place = await newPlace(engine, join(folder, `${engine}-outbox`));
  const results: OutboxResult[] = [];
  for (const instances of instanceCounts) {
    const { perSecond, twice } = await sendAll(place, { instances, messages, cores });
    results.push({ engine, instances, perSecond, messages, twice });
  }
  return results;
}

async function sendAll(
  place: Place,
  { instances, messages, cores }: { instances: number; messages: number; cores: string },
): Promise<Pick<OutboxResult, 'perSecond' | 'twice'>> {
  const sink = await startMailSink();
  await ended(start(place, cores, ['fill', String(messages), String(sink.port)]));
  const senders = Array.from({ length: instances }, () => start(place, cores, ['send']));
  await Promise.all(senders.map((sender) => once(sender.stdout!, 'data')));
  for (const sender of senders) sender.stdin!.write('\n');
  await sink.waitFor(messages);
  for (const sender of senders) sender.kill('SIGTERM');
  await Promise.all(senders.map(ended));
  sink.close();
  const { mails } = sink;
  // Leaves out the first connections and the last stragglers.
  const [from, to] = [0.1, 0.9].map((share) => Math.floor(messages * share)) as [number, number];
  const milliseconds = mails[to]!.at - mails[from]!.at;
  return {
    perSecond: ((to - from) / milliseconds) * 1000,
    twice: mails.length - new Set(mails.map((mail) => mail.to)).size,
  };
}

function start(place: Place, cores: string, args: string[]): ChildProcess {
  const command = ['taskset', '-c', cores, process.execPath, program, ...args];
  return spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...command], {
    env: { ...process.env, ...serverEnvironment(place, 0) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`an instance ended with ${child.exitCode ?? child.signalCode}`);
}
