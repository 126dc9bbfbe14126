import type { ServiceContext } from './core/context.ts';
import { readDueProviders } from './domain/federation/sso/reading/read-daily.ts';
import { lookAtDueDomains } from './domain/federation/tenant-domains/look-again.ts';
import { buildAllBlocks } from './domain/project/audit/blocks/build-blocks.ts';
import { sweep } from './groups.ts';
import { analyzeNewTables } from './storage/postgres/first-statistics.ts';

const sweepEveryMs = 60_000;
const analyzeEveryMs = 5_000;
const readEveryMs = 60_000;
const buildEveryMs = 10_000;

/**
 * Deletes expired rows and counts events once a minute, and sooner looks at tables that have just been filled. Nothing
 * depends on it: every query checks the time and the uncounted events itself. So instances may sweep at once, or not at
 * all.
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
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** Repeats the work. Skips a round while the one before still runs. */
function startRounds(service: ServiceContext, task: string, everyMs: number, work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error) => {
        service.counters.count('latchkey_background_errors_total', { task });
        service.log.warn({ err: error }, `${task} failed`);
      })
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
