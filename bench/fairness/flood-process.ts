/** Sends a flood to a server until it is killed. `<base URL> <file with the flood>`. */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { send } from '../requests.ts';
import type { Flood } from './floods.ts';

// The measured requests come from a process on the same core.
setPriority(10);
const [baseUrl, file] = process.argv.slice(2) as [string, string];
const { connections, requests } = JSON.parse(readFileSync(file, 'utf8')) as Flood;
const counts: Record<string, number> = {};
let next = 0;
process.on('SIGTERM', () => {
  console.log(JSON.stringify(counts));
  process.exit();
});
await Promise.all(
  Array.from({ length: connections }, async () => {
    for (;;) {
      next += 1;
      const { status } = await send(baseUrl, requests[next % requests.length]!);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }),
);
