import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixturePool } from '../fixture-pool.ts';
import type { Workload } from '../operations/workload.ts';
import { sendSuccessfully } from '../requests.ts';
import { serve } from '../server-process.ts';
import { publicAddress } from '../settings.ts';
import type { Setting } from '../stage.ts';
import { deriveRecipe, difference, type Recipe, type Recorded, type RecordedEvent } from './recipe.ts';

/** Records the work of each workload that has a baseline. */
export async function recordRecipes(
  { stage, cores, folder }: Setting,
  workloads: Workload[],
  fixtures: FixturePool,
): Promise<Map<Workload, Recipe>> {
  const file = join(folder, 'recording.jsonl');
  const server = await serve((await stage()).server, cores.server, {
    // The recorder replaces parts of the server's modules, which the build has merged.
    program: 'server/main.ts',
    nodeArgs: ['--import', new URL('./recorder.ts', import.meta.url).href],
    env: { ...publicAddress, BENCH_RECORDING: file },
  });
  const recipes = new Map<Workload, Recipe>();
  for (const workload of workloads.filter(({ variables }) => variables)) {
    recipes.set(workload, await recordRecipe(server.baseUrl, file, workload, fixtures));
  }
  await server.stop();
  return recipes;
}

/** The first request finds empty caches, and one more may reload a setting. */
const sampleCount = 4;

/** Derives the work from two requests that differ in everything that can differ. */
async function recordRecipe(
  baseUrl: string,
  file: string,
  workload: Workload,
  fixtures: FixturePool,
): Promise<Recipe> {
  const recorded: Recorded[] = [];
  for (let sample = 0; sample < sampleCount; sample += 1) {
    const subject = workload.subject(fixtures);
    writeFileSync(file, '');
    const { body } = await sendSuccessfully(baseUrl, workload.request(subject));
    // Work after the response, such as a checkpoint, does not belong to the request.
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const events = lines.map((line) => JSON.parse(line) as RecordedEvent).filter((event) => !isCached(event));
    recorded.push({ events, variables: workload.variables!(subject, body), body });
    await sleep(20);
  }
  const [, one, two, three] = recorded as [Recorded, Recorded, Recorded, Recorded];
  if (!difference(one, two)) return deriveRecipe(one, two);
  return difference(two, three) ? deriveRecipe(one, three) : deriveRecipe(two, three);
}

/** The server caches these in memory and reloads them every few seconds (`core/cache.ts`). */
function isCached(event: RecordedEvent): boolean {
  const cached = /^select .* from "(projects|signingKeys|applicationKeys|customAttributes|webhooks)" /;
  return event.kind === 'statement' && cached.test(event.sql);
}
