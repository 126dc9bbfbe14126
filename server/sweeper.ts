import type { ServiceContext } from './core/context.ts';
import { foldAll } from './domain/directory/users/search/fold-soon.ts';
import { mergeTexts } from './domain/directory/users/search/merge-texts.ts';
import { readDueProviders } from './domain/federation/sso/reading/read-daily.ts';
import { lookAtDueDomains } from './domain/federation/tenant-domains/look-again.ts';
import { buildAllBlocks } from './domain/project/audit/blocks/build-blocks.ts';
import { sweep } from './groups.ts';
import { analyzeNewTables } from './storage/postgres/first-statistics.ts';

const sweepEveryMs = 60_000;
const analyzeEveryMs = 5_000;
const readEveryMs = 60_000;
const foldEveryMs = 60_000;
const buildEveryMs = 10_000;

/**
 * Deletes expired rows, counts events and folds changes of users into the search index once a minute, and sooner looks at tables that have
 * just been filled. Nothing depends on it: every query checks the time, the uncounted events and the log of changes itself. So instances may
 * sweep at once, or not at all.
 */
export function startSweeper(service: ServiceContext): { stop(): Promise<void> } {
  const rounds = [
    startRounds(service, 'sweeping', sweepEveryMs, () => sweep(service)),
    // Waits for other servers, which must not delay the sweeping.
    startRounds(service, 'reading', readEveryMs, () => readDueProviders(service)),
    startRounds(service, 'domains', readEveryMs, () => lookAtDueDomains(service)),
    // Takes minutes for a long log, after an upgrade or an import.
    startRounds(service, 'blocks', buildEveryMs, () => buildAllBlocks(service)),
    startRounds(service, 'statistics', analyzeEveryMs, () => analyzeNewTables(service.db)),
    // Begins at once, because an upgrade or a move to another database leaves all users to be indexed, which takes minutes.
    startRounds(service, 'indexing', foldEveryMs, () => foldAll(service), 'now'),
    startRounds(service, 'merging', foldEveryMs, () => mergeTexts(service)),
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** Repeats the work. Skips a round while the one before still runs. */
function startRounds(
  service: ServiceContext,
  task: string,
  everyMs: number,
  work: () => Promise<void>,
  first: 'now' | 'later' = 'later',
) {
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= work()
      .catch((error) => {
        service.counters.count('latchkey_background_errors_total', { task });
        service.log.warn({ err: error }, `${task} failed`);
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(begin, everyMs);
  if (first === 'now') begin();
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
