import type { FastifyInstance } from 'fastify';
import type { Log } from '../../core/log.ts';

const inFlightMilliseconds = 30_000;

/** A terminal signals the whole process group, and a wrapper may forward the same signal once more. */
const sameSignalMilliseconds = 500;

const interrupted = 130;

/**
 * `first` resolves at the first SIGTERM or SIGINT. The next signal ends the process at once, until the
 * listeners are removed.
 */
export function watchStopSignals(): { first: Promise<NodeJS.Signals>; forget(): void } {
  const { promise: first, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    firstAt ??= performance.now();
    if (performance.now() - firstAt > sameSignalMilliseconds) process.exit(interrupted);
    resolve(signal);
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  const forget = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  return { first, forget };
}

/** Accepts no new connections and lets the requests in flight finish. */
export async function stopServing(app: FastifyInstance, log: Log): Promise<void> {
  const deadline = setTimeout(() => {
    log.warn(`requests were still running after ${inFlightMilliseconds / 1000} s and were aborted`);
    app.server.closeAllConnections();
  }, inFlightMilliseconds);
  await app.close();
  clearTimeout(deadline);
}
