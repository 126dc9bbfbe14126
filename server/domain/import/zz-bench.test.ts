import { test } from 'vitest';
import { importUsers } from '/work/main/server/domain/import/import-users.ts';
import { startLatchkey } from '/work/main/test/harness.ts';

test('rate', async () => {
  const latchkey = await startLatchkey({
    LATCHKEY_MODE: 'production',
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LATCHKEY_ALLOW_HTTP: 'true',
  });
  for (const n of [500, Number(process.env.N ?? 1000)]) {
    const rows = Array.from({ length: n }, (_, i) => ({
      name: `u${n}-${i}`,
      user: { loginId: `u${n}-${i}@x.example`, name: `User ${i}`, phone: `+1202${5550000 + i}` },
    }));
    const c = process.cpuUsage();
    const t = performance.now();
    const r = await importUsers(latchkey.context, rows as never, { dryRun: false });
    const s = (performance.now() - t) / 1000;
    const used = process.cpuUsage(c);
    const cpu = (used.user + used.system) / 1e6;
    console.log(
      'imported',
      r.users.length,
      'in',
      s.toFixed(2),
      's',
      Math.round(r.users.length / s),
      '/s',
      'cpu',
      cpu.toFixed(2),
      Math.round(r.users.length / cpu),
      '/cpu-s',
      r.failures.slice(0, 2),
    );
  }
  await latchkey.close();
}, 300000);
