import { ServiceError } from '../core/errors.ts';

/**
 * What a database error means, the same for both engines.
 *
 * `conflict`: nothing happened, the whole transaction can run again. `busy`: a lock, a connection or a
 * statement was waited for too long. `full`: no space. `unavailable`: no connection; whether a commit under
 * way took place is unknown.
 */
export type Failure = 'unique' | 'foreignKey' | 'conflict' | 'busy' | 'full' | 'unavailable';

export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteFailure(error.errcode);
  if ('code' in error && typeof error.code === 'string') return postgresFailure(error.code);
  return undefined;
}

/**
 * What the caller is told when an operation did not expect the failure. `undefined`: the fault is ours. A reference
 * that broke is not: operations check what a request names, so only a deletion meanwhile gets this far.
 */
export function refusalOf(cause: unknown): ServiceError | undefined {
  switch (failureOf(cause)) {
    case 'conflict':
      return new ServiceError('E011012', 'Another request changed the same at the same time: try again', {
        cause,
      });
    case 'foreignKey':
      return new ServiceError('E011012', 'Something that the request refers to was deleted meanwhile', {
        cause,
      });
    case 'busy':
      return new ServiceError('E130429', 'The database is busy: try again', { cause, retryAfterSeconds: 1 });
    case 'full':
      return new ServiceError('E500003', undefined, { cause });
    case 'unavailable':
      return new ServiceError('E500002', undefined, { cause, retryAfterSeconds: 1 });
    default:
      return undefined;
  }
}

/** A wait that this process gave up; it has the code with which SQLite would have refused. */
export class BusyError extends Error {
  readonly errcode = 5;
}

/** https://sqlite.org/rescode.html: the low byte of an extended code is its primary code. */
function sqliteFailure(code: number): Failure | undefined {
  switch (code) {
    case 1555: // primary key
    case 2067: // unique
    case 2579: // rowid
      return 'unique';
    case 787:
      return 'foreignKey';
    case 517: // the snapshot that was read is not the newest any more
      return 'conflict';
  }
  switch (code & 0xff) {
    case 5:
    case 6:
      return 'busy';
    case 13:
      return 'full';
    case 10: // I/O error
    case 14: // cannot open
      return 'unavailable';
  }
  return undefined;
}

/** PostgreSQL appendix A, and the codes of Node.js for a connection that cannot be made. */
function postgresFailure(code: string): Failure | undefined {
  switch (code) {
    case '23505':
      return 'unique';
    case '23503':
      return 'foreignKey';
    case '40001': // serialization failure
    case '40P01': // deadlock
    case stalePlan:
      return 'conflict';
    case '53300': // too many connections
    case '55P03': // lock not available
    case '57014': // cancelled, by statement_timeout for example
      return 'busy';
    case '53100':
      return 'full';
  }
  if (/^(08|57P|E[A-Z]+$)/.test(code)) return 'unavailable';
  return undefined;
}

/**
 * Ours, for what PostgreSQL reports as "feature not supported": a statement that this connection prepared
 * returns other columns since the table was altered.
 */
export const stalePlan = 'stale-plan';
