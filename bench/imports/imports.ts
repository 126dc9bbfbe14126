import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { engineTitles } from '../options.ts';
import { newPlace } from '../place.ts';
import { megabytes, rate, type Section, table } from '../report.ts';
import { cpuMilliseconds, serve } from '../server-process.ts';
import { projectId, serverEnvironment } from '../settings.ts';
import type { Setting } from '../stage.ts';
import { products, writeExport } from './exports.ts';

/** Imports an export of each product into an empty database, by the command line, without a server. */
export async function measureImports({ engine, cores, folder, options }: Setting): Promise<Section> {
  const people = options.quick ? Math.min(options.users, 5_000) : options.users;
  const rows: string[][] = [];
  for (const [product, { extension, ...form }] of Object.entries(products)) {
    if (!product.includes(options.search)) continue;
    const place = await newPlace(engine, join(folder, `import-${product}`));
    await (await serve(place, cores.all)).stop();
    const file = join(folder, `${product}.${extension}`);
    await writeExport({ extension, ...form }, people, file);
    const { seconds, cpuSeconds, secondsToRead, atTenth, atEnd, most } = await runImport(
      ['import', file, '--from', product, '--project', projectId, '--json'],
      { ...process.env, ...serverEnvironment(place, 0) },
      people,
    );
    rows.push([
      product,
      megabytes(statSync(file).size),
      secondsToRead.toFixed(0),
      rate(people / seconds),
      ((cpuSeconds * 1e6) / people).toFixed(0),
      ((cpuSeconds * 1e6) / people / 60).toFixed(0),
      megabytes(atTenth),
      megabytes(atEnd),
      megabytes(most),
    ]);
    for (const path of [file, `${file}.report.ndjson`, place.dataDir])
      rmSync(path, { recursive: true, force: true });
  }
  const head = [
    '',
    'file MB',
    'first reading s',
    'users/s',
    'CPU µs for each user',
    'minutes of CPU for a million',
    'RSS MB at 10 %',
    'RSS MB at 100 %',
    'RSS MB at most',
  ];
  const title = `${engineTitles[engine]}: imports of ${people} users, \`latchkey import --from\``;
  return { title, parts: [table(head, rows)], isComplete: rows.length === Object.keys(products).length };
}

/** Counts the lines of the output, each of which is a user, and reads the memory of the process at a tenth and at the end. */
async function runImport(args: string[], env: NodeJS.ProcessEnv, people: number) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['bin/latchkey.mjs', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const memory = { atTenth: 0, atEnd: 0, most: 0, secondsToRead: 0, cpuSeconds: 0 };
  let [lines, errors, end] = [0, '', ''];
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    if (lines <= 1) memory.secondsToRead = (performance.now() - startedAt) / 1000;
    for (const byte of part) if (byte === 0x0a) lines += 1;
    end = (end + part.toString()).slice(-4_000);
    const { now, most } = residentBytes(child.pid!);
    if (memory.atTenth === 0 && lines >= people / 10) memory.atTenth = now;
    memory.most = Math.max(memory.most, most);
    // The process may have ended before its output is read.
    if (now === 0) continue;
    memory.atEnd = now;
    memory.cpuSeconds = cpuMilliseconds(child.pid!) / 1000;
  }
  if (child.exitCode === null) await once(child, 'exit');
  if (child.exitCode !== 0 || !end.includes(`"created":${people}`)) throw new Error(`${errors}\n${end}`);
  return { ...memory, seconds: (performance.now() - startedAt) / 1000 };
}

/** A process that has ended has no memory. */
function residentBytes(pid: number): { now: number; most: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
    return { now: of('VmRSS'), most: of('VmHWM') };
  } catch {
    return { now: 0, most: 0 };
  }
}
