import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../client/client.ts';
import { latency } from './measure.ts';
import { engines, engineTitles } from './options.ts';
import { type Section, table } from './report.ts';
import { post, sendSuccessfully } from './requests.ts';
import { serve } from './server-process.ts';
import { password, projectId } from './settings.ts';
import type { Setting } from './stage.ts';

const lookEveryMilliseconds = 5;

/**
 * Measures how long a session JWT stays valid after the answer to a sign-out: for `validate`, and for an application
 * that checks JWTs itself and watches revocations. On PostgreSQL, both ask another instance than the one that was told.
 */
export async function measureRevocation(settings: Setting[]): Promise<Section[]> {
  const rows: string[][] = [];
  for (const { engine, cores, options, stage } of settings) {
    const { server: place, population } = await stage();
    const told = await serve(place, cores.all);
    const asked = engine === 'postgres' ? await serve(place, cores.all) : told;
    const client = createClient({ projectId, baseUrl: asked.baseUrl });
    const watch = client.watchRevocations();
    await watch.ready;
    const byServer: number[] = [];
    const byClient: number[] = [];
    for (const { loginId } of population.users.slice(0, options.quick ? 5 : 50)) {
      const signIn = await sendSuccessfully(
        told.baseUrl,
        post('/v1/auth/password/signin', { loginId, password }),
      );
      const { sessionJwt, refreshJwt } = JSON.parse(signIn.body) as {
        sessionJwt: string;
        refreshJwt: string;
      };
      if (!(await client.validateSession(sessionJwt)).ok) throw new Error('the session is not valid');
      await sendSuccessfully(told.baseUrl, post('/v1/auth/logout', {}, refreshJwt));
      const endedAt = performance.now();
      await until(async () => !(await client.validate(sessionJwt)).ok);
      byServer.push(performance.now() - endedAt);
      await until(async () => !(await client.validateSession(sessionJwt)).ok);
      byClient.push(performance.now() - endedAt);
    }
    watch.stop();
    await told.stop();
    if (asked !== told) await asked.stop();
    rows.push([
      engineTitles[engine],
      ...[byServer, byClient].flatMap((times) => {
        const { p50, p99 } = latency(times);
        return [p50.toFixed(0), p99.toFixed(0)];
      }),
    ]);
  }
  const head = [
    ...['', '`validate` refuses after, p50 ms', 'p99 ms'],
    ...['`validateSession` with `watchRevocations`, p50 ms', 'p99 ms (aim < 1,000)'],
  ];
  const isComplete = settings.length === engines.length;
  return [{ title: 'Revocation', parts: [table(head, rows)], isComplete }];
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(lookEveryMilliseconds);
}
