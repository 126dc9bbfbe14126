import { setTimeout as sleep } from 'node:timers/promises';
import type { Suite, SuiteModule } from './suite.ts';
import type { SeenPage } from './visit.ts';

export interface ModuleResult {
  result: string;
  /** The conditions that failed or warned. */
  remarks: string[];
  /** The page that the suite wants a person to judge, with what it wants to see there. */
  review?: SeenPage & { wanted: string };
}

interface Operator {
  /** Opens an address in the browser and does what a user does there. Returns the last page of ours that the user saw. */
  visit(url: string): Promise<SeenPage>;
  /** Replaces the signing key of the project. */
  rotateKeys(): Promise<void>;
}

/** On a busy machine a module that checks a signature and two pages takes a minute. */
const longestMs = 300_000;

/** Runs a module to its end. */
export async function runModule(
  suite: Suite,
  planId: string,
  module: SuiteModule,
  { visit, rotateKeys }: Operator,
): Promise<ModuleResult> {
  const { id } = await suite.create(planId, module);
  const opened = new Set<string>();
  let seen: SeenPage | undefined;
  let review: ModuleResult['review'];
  const ended = async (result: string): Promise<ModuleResult> => ({
    result,
    remarks: await remarksOf(suite, id),
    ...(review && { review }),
  });
  for (const until = Date.now() + longestMs; Date.now() < until; await sleep(300)) {
    const { status, result, urls } = await suite.state(id);
    if (status === 'FINISHED') return ended(result);
    if (status === 'INTERRUPTED') return ended('INTERRUPTED');
    if (status === 'CONFIGURED' && module.testModule === 'oidcc-server-rotate-keys') {
      await rotateKeys();
      await suite.start(id);
    }
    if (status !== 'WAITING') continue;
    const next = urls.find((url) => !opened.has(url));
    if (next) {
      opened.add(next);
      await suite.visited(id, next);
      seen = await visit(next);
    } else if (seen) {
      const wanted = await suite.show(id, seen.picture);
      if (wanted) review = { ...seen, wanted };
    }
  }
  await suite.stop(id);
  return ended('TIMEOUT');
}

async function remarksOf(suite: Suite, id: string): Promise<string[]> {
  const entries = await suite.log(id);
  return entries
    .filter(({ result }) => result === 'FAILURE' || result === 'WARNING')
    .map(({ result, src, msg }) => `${result}: ${src}: ${msg}`);
}
