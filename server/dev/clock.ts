import type { FastifyInstance } from 'fastify';
import type { MovableClock } from '../core/clock.ts';
import type { ServiceContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { parseJsonBody } from '../core/json.ts';
import { sendError, toServiceError } from '../http/errors.ts';
import { refuseOutsiders } from './outsiders.ts';

export interface DevelopmentClock extends MovableClock {
  /** Removes what has expired, as the service does once a minute. */
  sweep(): Promise<void>;
}

/** The last millisecond of the year 9999, the last year that all formats of a date can express. */
const latest = 253_402_300_799_999;

const moves: Record<string, (clock: MovableClock, value: unknown) => void> = {
  advanceSeconds(clock, value) {
    const milliseconds = Math.round(seconds(value) * 1_000);
    checkTime(clock.now() + milliseconds);
    clock.advance(milliseconds);
  },
  setTo: (clock, value) => clock.set(checkTime(value)),
  freeze(clock, value) {
    if (typeof value !== 'boolean') throw refusal('freeze must be true or false');
    clock.freeze(value);
  },
  reset(clock, value) {
    if (value !== true) throw refusal('reset must be true');
    clock.reset();
  },
};

/**
 * Lets the tests of an application move the time of the service, so that codes, links and sessions expire without
 * waiting. Development only.
 */
export async function mountClock(
  app: FastifyInstance,
  service: ServiceContext,
  clock: DevelopmentClock,
): Promise<void> {
  if (service.mode !== 'development') throw new Error('the clock can be moved in development only');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    parseJsonBody(body),
  );
  app.addHook('onRequest', refuseOutsiders(service));
  app.setErrorHandler((error, request, reply) => sendError(toServiceError(error), request, reply));
  const readClock = () => ({ now: clock.now(), offsetMs: clock.offsetMs() });

  app.get('/dev/clock', async (_, reply) => reply.header('cache-control', 'no-store').send(readClock()));

  app.post('/dev/clock', async ({ body }, reply) => {
    const [name, value] = readMove(body);
    moves[name]?.(clock, value);
    await clock.sweep();
    return reply.header('cache-control', 'no-store').send(readClock());
  });
}

function readMove(body: unknown): [string, unknown] {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const [entry] = entries;
  if (entry && entries.length === 1 && Object.hasOwn(moves, entry[0])) return entry;
  throw refusal(
    'The body must have one of {"advanceSeconds": n}, {"setTo": milliseconds since 1970}, {"freeze": true or false} ' +
      'and {"reset": true}',
  );
}

function seconds(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw refusal('advanceSeconds must be a number of seconds; a negative one moves the clock back');
}

function checkTime(value: unknown): number {
  const at = typeof value === 'number' ? Math.round(value) : Number.NaN;
  if (at >= 0 && at <= latest) return at;
  throw refusal(`The time must be from 0 to ${latest}, in milliseconds since 1970`);
}

function refusal(message: string): ServiceError {
  return new ServiceError('E011003', message);
}
