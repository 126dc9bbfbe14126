import type { FastifyInstance } from 'fastify';
import type { Log } from '../core/log.ts';

const inFlightMilliseconds = 30_000;

/** A terminal signals the whole process group, and a wrapper may pass the same signal on once more. */
const sameSignalMilliseconds = 500;

const interrupted = 130;

/** Resolves at the first SIGTERM or SIGINT; the process ends at once at the next. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > sameSignalMilliseconds) process.exit(interrupted);
      resolve(signal);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}

/** Accepts nothing more and lets the requests in flight finish. */
export async function stopServing(app: FastifyInstance, log: Log): Promise<void> {
  const { server } = app;
  // A connection that falls idle after its last answer would be kept open for the next request.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => {
    log.warn(`requests were still running after ${inFlightMilliseconds / 1000} s: they are cut off`);
    server.closeAllConnections();
  }, inFlightMilliseconds);
  await app.close();
  clearInterval(sweeping);
  clearTimeout(deadline);
}
