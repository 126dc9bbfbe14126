import { flushCompileCache } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../app.ts';
import { createMovableClock, type MovableClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import type { Log } from '../../core/log.ts';
import type { Project } from '../../core/project.ts';
import { startSender } from '../../delivery/sender.ts';
import { startSealing } from '../../domain/project/audit/sealing/start-sealing.ts';
import { startStreaming } from '../../domain/project/audit-streams/start-streaming.ts';
import { type MetricsPort, serveMetrics } from '../../http/metrics-port.ts';
import type { Answers, Ask } from '../../http/operations.ts';
import { addressOf, type Instance, openInstance } from '../../instance.ts';
import { operationsOf } from '../../operations.ts';
import { startSweeper } from '../../sweeper.ts';
import type { Terminal } from '../terminal.ts';
import { announce, announceFirstKey, type Link } from './announce.ts';
import { consoleUrl, prepareFirstStart } from './first-start.ts';
import { firstAddressOf, listenAt } from './listen.ts';
import { releaseMemoryOfStart } from './release-memory.ts';
import { stopServing, watchStopSignals } from './stop.ts';

interface Serving {
  terminal: Terminal;
  config: Config;
  log: Log;
  /** The processors that this process may use. Default: all. */
  cores?: number;
  /** Prints no addresses, because another worker of this server has done so. */
  isSilent?: boolean;
  connectPeers?(answers: Answers): Ask;
  leavePeers?(): Promise<void>;
}

/** Returns after the server was asked to stop and has stopped. */
export async function serve(serving: Serving): Promise<void> {
  const signals = watchStopSignals();
  const faults = endProcessOnFault(serving.log);
  try {
    await serveUntil(signals.first, { ...serving, onFatal: faults.die });
  } catch (error) {
    signals.forget();
    faults.forget();
    throw error;
  }
  process.exit(0);
}

async function serveUntil(
  stopped: Promise<NodeJS.Signals>,
  {
    terminal,
    config,
    log,
    cores,
    isSilent,
    connectPeers,
    leavePeers,
    onFatal,
  }: Serving & { onFatal(error: Error): void },
): Promise<void> {
  const clock = config.mode === 'development' ? createMovableClock() : undefined;
  const service = await openInstance(config, { log, onFatal, cores, ...(clock && { now: clock.now }) });
  const { project, newManagementKey } = await prepareFirstStart(service, config);
  let app: FastifyInstance;
  let metrics: MetricsPort | undefined;
  try {
    app = await listen(service, config, { project, clock, connectPeers });
    const { metricsPort } = config;
    if (metricsPort !== undefined)
      metrics = await serveMetrics(app, { host: firstAddressOf(config.host), port: metricsPort });
  } catch (error) {
    if (newManagementKey && project) announceFirstKey(terminal, config, project.id, newManagementKey);
    throw error;
  }
  const sweeper = startSweeper(service);
  const sealing = startSealing(service);
  const streaming = startStreaming(service);
  const sender = startSender(service);
  const links = config.mode === 'development' && project ? await prepareDevelopment(service, project) : [];
  if (!isSilent) {
    announce(terminal, config, {
      baseUrl: service.baseUrl,
      projectId: project?.id ?? config.projectId ?? '',
      newManagementKey,
      consoleUrl: await consoleUrl(service),
      ...(metrics && { metricsUrl: `${addressOf(firstAddressOf(config.host), metrics.port)}/metrics` }),
      links,
      startedAt: service.now(),
    });
  }
  // Node.js flushes the cache only at a normal end: after a kill, each start would compile everything again.
  flushCompileCache();
  releaseMemoryOfStart();

  const signal = await stopped;
  log.info(`${signal}: finishing the requests in flight`);
  service.beginStop();
  await stopServing(app, log);
  metrics?.close();
  await leavePeers?.();
  await sweeper.stop();
  await sealing.stop();
  await Promise.all([streaming.stop(), sender.stop()]);
  await service.close();
  log.info('stopped');
}

async function listen(
  service: Instance,
  config: Config,
  {
    project,
    clock,
    connectPeers,
  }: { project: Project | undefined; clock: MovableClock | undefined; connectPeers: Serving['connectPeers'] },
): Promise<FastifyInstance> {
  const { log } = service;
  const app = await createApp({
    service,
    operations: { ...operationsOf(service), connectPeers },
    trustedProxies: config.trustedProxies,
    accessLog: config.accessLog,
    hasApiPage: config.hasApiPage,
    strict: config.mode === 'development',
    ...(clock && project && { development: { dataDir: config.dataDir, projectId: project.id, clock } }),
  });
  // Fastify would log each of its addresses; `announce` prints them once, and better.
  const { level } = log;
  if (log.isLevelEnabled('info')) log.level = 'warn';
  const port = await listenAt(app, config);
  log.level = level;
  if (!config.baseUrl) service.baseUrl = addressOf(config.host, port);
  return app;
}

/** Loaded only in development mode. */
async function prepareDevelopment(service: Instance, project: Project): Promise<Link[]> {
  const { demoPath, oauthDemoPath, prepareDemo } = await import('../../demo.ts');
  await prepareDemo(service, project);
  return [
    { label: 'Try SSO', url: `${service.baseUrl}${demoPath}` },
    { label: 'Try OIDC', url: `${service.baseUrl}${oauthDemoPath}` },
    { label: 'Simulator', url: `${service.baseUrl}/dev/idp` },
    { label: 'Inbox', url: `${service.baseUrl}/dev/inbox` },
  ];
}

/**
 * Ends the process on an unexpected error: the state in memory is unreliable, and acknowledged data is on the
 * disk.
 */
function endProcessOnFault(log: Log) {
  const die = (error: unknown): never => {
    log.fatal({ err: error }, 'unrecoverable error: the process ends');
    process.exit(1);
  };
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, die);
  const forget = () => {
    for (const event of events) process.off(event, die);
  };
  return { die, forget };
}
