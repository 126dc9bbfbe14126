import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import { readConfig } from '../core/config.ts';
import { createLog, type Log } from '../core/log.ts';
import { addressOf, openService } from '../service.ts';
import { announce } from './announce.ts';
import { prepareFirstStart } from './first-start.ts';
import { stop, stopSignal } from './stop.ts';

/** Returns when the server has been asked to stop and has done so. */
export async function serve(): Promise<void> {
  const config = readConfig('production');
  const log = createLog(config);
  const stopped = stopSignal();
  const die = endProcessOnFault(log);
  const service = await openService(config, { log, onFatal: die });
  const { project, newManagementKey } = await prepareFirstStart(service, config);
  const app = await createApp({
    service,
    operations: { checkReady: service.checkReady, databaseStats: () => ({ ...service.database.stats() }) },
    strict: config.mode === 'development',
  });
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  if (!config.baseUrl) service.baseUrl = addressOf(config.host, port);

  announce(config, {
    baseUrl: service.baseUrl,
    projectId: project.id,
    newManagementKey,
    startedAt: service.now(),
  });
  const signal = await stopped;
  log.info(`${signal}: finishing the requests in flight`);
  await stop(app, service);
  log.info('stopped');
  process.exit(0);
}

/** What is in memory cannot be trusted after a fault that nobody expected; what was acknowledged is on the disk. */
function endProcessOnFault(log: Log): (error: unknown) => never {
  const die = (error: unknown): never => {
    log.fatal({ err: error }, 'the process has to end');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
  return die;
}
