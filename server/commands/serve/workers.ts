import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { type Config, ConfigError, configWarnings, readConfig } from '../../core/config.ts';
import { createLog, type Log } from '../../core/log.ts';
import { missingBinding } from '../../protocols/password-hashes/bindings.ts';
import type { Terminal } from '../terminal.ts';

/** Serves in this process, or supervises several that do. Returns after the server was asked to stop and has stopped. */
export async function serveWithWorkers(
  terminal: Terminal,
  options: { workers: number | 'auto' },
): Promise<void> {
  const config = readConfig('production', terminal.env);
  const log = createLog(config, terminal.log);
  const workers = countWorkers(options.workers, config);
  // Each worker reads the same environment.
  if (!cluster.worker) for (const warning of configWarnings(terminal.env)) log.warn(warning);
  // Each of these is loaded only where it is needed: the supervisor stays small.
  if (workers === 1) {
    checkBindings(log);
    const { serve } = await import('./serve.ts');
    return serve({ terminal, config, log });
  }
  if (!cluster.worker) {
    checkBindings(log);
    const { superviseWorkers } = await import('./supervise.ts');
    process.exit(await superviseWorkers(workers, { ports: config.metricsPort === undefined ? 1 : 2, log }));
  }
  const { id } = cluster.worker;
  const [{ serve }, { connectPeers, leavePeers }] = await Promise.all([
    import('./serve.ts'),
    import('./peers.ts'),
  ]);
  return serve({
    terminal,
    config,
    log: log.child({ worker: id }),
    connectPeers,
    leavePeers,
    cores: Math.max(1, Math.floor(availableParallelism() / workers)),
    // Each start voids the link to the console that an earlier one has printed.
    isSilent: id > 1,
  });
}

/** Refuses to serve without Argon2, because each sign-in with a password would fail. */
function checkBindings(log: Log): void {
  const noArgon2 = missingBinding('@node-rs/argon2');
  if (noArgon2) throw new ConfigError(`Passwords cannot be hashed: ${noArgon2}.`);
  const noBcrypt = missingBinding('@node-rs/bcrypt');
  if (noBcrypt) log.warn(`Users with imported bcrypt hashes cannot sign in: ${noBcrypt}.`);
}

/** Returns how many workers serve. Throws a ConfigError if these settings allow only one. */
export function countWorkers(wanted: number | 'auto', { databaseUrl, mode }: Config): number {
  const canBeSeveral = databaseUrl !== undefined && mode === 'production';
  if (wanted === 'auto') return canBeSeveral ? availableParallelism() : 1;
  if (wanted === 1 || canBeSeveral) return wanted;
  throw new ConfigError(
    databaseUrl === undefined
      ? `--workers ${wanted} needs PostgreSQL, because one process writes the embedded database: ` +
          'set DATABASE_URL, or leave --workers out.'
      : `--workers ${wanted} needs production mode, because the simulator keeps its state in one process: ` +
          'set LATCHKEY_MODE=production, or leave --workers out.',
  );
}
