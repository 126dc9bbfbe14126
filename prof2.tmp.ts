import { openInstance } from './server/instance.ts';
import { readCommandConfig } from './server/core/config.ts';
import { foldOnce } from './server/domain/directory/users/search/fold.ts';
import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';
const [, , count, size, prof] = process.argv;
const log: any = { info() {}, warn: console.log, error: console.log, debug() {}, child() { return log; }, level: 'info' };
const config = readCommandConfig();
const instance = await openInstance(config, { log, mayCreate: false } as any);
const project = { id: 'Pbench0000000000000000000000' };
const session = new Session();
if (prof) { session.connect(); await session.post('Profiler.enable'); await session.post('Profiler.start'); }
const cpu = process.cpuUsage();
const t = performance.now();
let folds = 0; const each: number[] = [];
while (folds * Number(size) < Number(count)) { const a = performance.now(); const r = await foldOnce({ db: instance.db, project } as any, Number(size)); if (r === 'done') break; each.push(performance.now() - a); folds += 1; }
const ms = performance.now() - t;
const used = process.cpuUsage(cpu);
const n = folds * Number(size);
each.sort((a, b) => a - b);
console.log({ n, size, folds, 'µs/user': (ms * 1000 / n).toFixed(0), 'cpu µs/user': ((used.user + used.system) / n).toFixed(0), p50: each[each.length >> 1]!.toFixed(0), p99: each[Math.floor(each.length * 0.99)]!.toFixed(0), longest: each.at(-1)!.toFixed(0) });
if (prof) { const { profile } = await session.post('Profiler.stop'); writeFileSync(prof, JSON.stringify(profile)); }
await instance.close();
