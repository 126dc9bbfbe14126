import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stage, serve } from './stage.ts';
import { median } from './statistics.ts';

export interface StartResult {
  milliseconds: number;
  restingBytes: number;
}

const starts = 5;
const restMilliseconds = 5_000;

/**
 * Measures the built server: the time from the start of the process, on an existing database, to its first
 * response; and its memory when idle.
 */
export async function measureStart({ server: place }: Stage, cores: string): Promise<StartResult> {
  execFileSync(process.execPath, ['scripts/build-server.mjs']);
  const milliseconds: number[] = [];
  let restingBytes = 0;
  for (let index = 1; index <= starts; index += 1) {
    const server = await serve(place, cores, { program: 'bin/latchkey.mjs' });
    milliseconds.push(server.startMilliseconds);
    if (index === starts) {
      await sleep(restMilliseconds);
      restingBytes = server.residentBytes();
    }
    await server.stop();
  }
  return { milliseconds: median(milliseconds), restingBytes };
}
