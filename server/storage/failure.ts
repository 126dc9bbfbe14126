import { ServiceError } from '../core/errors.ts';

/**
 * The meaning of a database error, the same for both engines.
 *
 * `conflict`: nothing happened, and the whole transaction can run again. `busy`: the wait for a lock, a
 * connection or a statement took too long. `full`: no space. `unavailable`: no connection; it is unknown
 * whether a commit in progress took place.
 */
export type Failure = 'unique' | 'foreignKey' | 'conflict' | 'busy' | 'full' | 'unavailable';

export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteFailure(error.errcode);
  if ('code' in error && typeof error.code === 'string') return postgresFailure(error.code);
  if (!(error instanceof FailedTransactionError)) return undefined;
  const failure = failureOf(error.cause);
  // The earlier statement found this in its own rows, and not in those of this one.
  return failure === 'unique' || failure === 'foreignKey' ? undefined : failure;
}

/**
 * Returns the refusal for a failure that an operation did not expect, or `undefined` for a server error. A
 * broken reference is the caller's: operations check the records that a request names, so only a concurrent
 * deletion gets this far.
 */
export function refusalOf(cause: unknown): ServiceError | undefined {
  switch (failureOf(cause)) {
    case 'conflict':
      return new ServiceError(
        'E011012',
        'Another request changed the same record at the same time. Try again',
        {
          cause,
        },
      );
    case 'foreignKey':
      return new ServiceError('E011012', 'A record that the request refers to was deleted at the same time', {
        cause,
      });
    case 'busy':
      return new ServiceError('E130429', 'The database is busy. Try again', { cause, retryAfterSeconds: 1 });
    case 'full':
      return new ServiceError('E500003', undefined, { cause });
    case 'unavailable':
      return new ServiceError('E500002', undefined, { cause, retryAfterSeconds: 1 });
    default:
      return undefined;
  }
}

/** Refuses a statement after another one of its transaction has failed, which is the cause. */
export class FailedTransactionError extends Error {}

/** Reports a wait that this process gave up, with the code that SQLite would have returned. */
export class BusyError extends Error {
  readonly errcode = 5;
}

/** Reports that nothing of a transaction happened, because another one that shared its COMMIT had to undo both. */
export class UndoneError extends Error {
  readonly errcode = 517;
}

/** Reports that another transaction has taken what this one had found free, so that it has to run again. */
export class OvertakenError extends UndoneError {}

/** Reports that a statement needs a node of the database that does not respond, with the code of a lost connection. */
export class SilentNodeError extends Error {
  readonly code = '08006';

  constructor() {
    super('the node of the database with this project does not respond');
  }
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
    case 517: // the snapshot is no longer the newest
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

/** PostgreSQL appendix A, and Node.js codes for failed connections. */
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
  if (/^(08|57P|E[A-Z]+$)/.test(code) || isTlsFailure(code)) return 'unavailable';
  return undefined;
}

/** Node.js's codes for a certificate that it refuses (OpenSSL's names), and for a failed handshake. */
export function isTlsFailure(code: unknown): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/.test(String(code));
}

/**
 * Our code for what PostgreSQL reports as "feature not supported": a prepared statement of this connection
 * returns other columns since the table was altered.
 */
export const stalePlan = 'stale-plan';
