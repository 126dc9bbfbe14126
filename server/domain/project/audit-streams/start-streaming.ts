import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../../../core/context.ts';
import { listDueStreams } from './store.ts';
import { type Sending, takeTurn } from './stream-events.ts';

/** As often as events are sealed. */
const usualIntervalMs = 2_000;

/** Streams that one instance sends at once: a receiver that hangs must not stop the others. */
const concurrency = 16;

export interface Streaming {
  /** Resolves when nothing is in progress and nothing is due. */
  idle(): Promise<void>;
  /** Finishes the batches in progress. */
  stop(): Promise<void>;
}

/** Sends the audit events of all projects to the receivers of their streams. Each stream is sent by one instance at a time. */
export function startStreaming(service: ServiceContext, intervalMs = usualIntervalMs): Streaming {
  const sending: Sending = { service, holder: randomUUID(), isStopping: false };
  const underWay = new Set<Promise<void>>();
  let looking: Promise<number> | undefined;

  async function look(): Promise<number> {
    const room = concurrency - underWay.size;
    if (sending.isStopping || service.holdsMessages || room <= 0) return 0;
    const due = await listDueStreams(service.db, service.now(), room);
    for (const key of due) {
      const turn = takeTurn(sending, key)
        .catch(report)
        .then((isMoreLeft) => {
          underWay.delete(turn);
          if (isMoreLeft) void round();
        });
      underWay.add(turn);
    }
    return due.length;
  }

  function report(error: unknown): false {
    service.counters.count('latchkey_background_errors_total', { task: 'streaming' });
    service.log.warn({ err: error }, 'the streams of the audit log cannot be read');
    return false;
  }

  /** One round at a time, so that none starts more turns than there is room for. */
  function round(): Promise<number> {
    looking ??= look()
      .catch((error) => {
        report(error);
        return 0;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  const timer = setInterval(() => void round(), intervalMs);
  timer.unref();
  return {
    async idle() {
      while ((await round()) > 0 || underWay.size > 0) await Promise.all(underWay);
    },
    async stop() {
      clearInterval(timer);
      sending.isStopping = true;
      await looking;
      await Promise.all(underWay);
    },
  };
}
