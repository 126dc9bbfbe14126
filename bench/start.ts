import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './measure.ts';
import { engines, engineTitles } from './options.ts';
import { megabytes, type Section, table } from './report.ts';
import { serve } from './server-process.ts';
import type { Setting } from './stage.ts';

const starts = 5;
const restMilliseconds = 5_000;

/**
 * Measures the time from the start of the process, on an existing database, to its first
 * response; and its memory when idle.
 */
export async function measureStart(settings: Setting[]): Promise<Section[]> {
  const rows: string[][] = [];
  for (const { engine, cores, stage } of settings) {
    const milliseconds: number[] = [];
    let residentBytes = 0;
    for (let index = 1; index <= starts; index += 1) {
      const server = await serve((await stage()).server, cores.all);
      milliseconds.push(server.startMilliseconds);
      if (index === starts) await sleep(restMilliseconds);
      residentBytes = server.residentBytes();
      await server.stop();
    }
    rows.push([engineTitles[engine], median(milliseconds).toFixed(0), megabytes(residentBytes)]);
  }
  const head = ['', 'start to first answer, ms (aim < 400)', 'RSS after 5 s at rest, MB (aim < 100)'];
  const isComplete = settings.length === engines.length;
  return [{ title: 'Start and rest', parts: [table(head, rows)], isComplete }];
}
