import { latency } from './measure.ts';
import { engines, engineTitles } from './options.ts';
import { type Section, table } from './report.ts';
import { managed, post, send, sendSuccessfully } from './requests.ts';
import { serve } from './server-process.ts';
import type { Setting } from './stage.ts';

/** More than are sent, so that none is refused. */
const limit = { requests: 1_000_000, seconds: 60 };

/**
 * Measures what counting a request costs: a code of an unknown user, one request after another, with the address exempt from limits
 * and with the limit that all instances on PostgreSQL share (decision 0048).
 */
export async function measureLimits(settings: Setting[]): Promise<Section[]> {
  const rows: string[][] = [];
  for (const { engine, cores, options, stage } of settings) {
    const { server: place } = await stage();
    const server = await serve(place, cores.all);
    const count = options.quick ? 100 : 2_000;
    const medians: number[] = [];
    // The exemption comes last, because later parts need it.
    for (const unlimitedAddresses of [[], ['127.0.0.0/8']]) {
      const change = { unlimitedAddresses, rateLimits: { codePerAddress: limit } };
      await sendSuccessfully(server.baseUrl, managed('/v1/mgmt/project/settings', change));
      const times: number[] = [];
      for (let i = 0; i < count; i += 1) {
        const guess = post('/v1/auth/totp/verify', { loginId: `nobody${i}@example.com`, code: '000000' });
        const { status, milliseconds } = await send(server.baseUrl, guess);
        if (status !== 401) throw new Error(`a guess was answered with ${status}`);
        times.push(milliseconds);
      }
      medians.push(latency(times).p50);
    }
    await server.stop();
    const [counted = 0, exempt = 0] = medians;
    rows.push([
      engineTitles[engine],
      ...[exempt, counted].map((milliseconds) => milliseconds.toFixed(2)),
      String(Math.round((counted - exempt) * 1_000)),
    ]);
  }
  const head = ['', 'exempt, p50 ms', 'counted, p50 ms', 'cost of counting, µs'];
  const isComplete = settings.length === engines.length;
  return [{ title: 'Rate limits', parts: [table(head, rows)], isComplete }];
}
