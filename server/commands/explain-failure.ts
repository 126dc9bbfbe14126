import { DatabaseError } from 'pg';
import { ConfigError } from '../core/config.ts';
import { ServiceError } from '../core/errors.ts';
import { CopyError } from '../storage/copy/copy-error.ts';
import { DistributionError } from '../storage/distribution.ts';
import { failureOf, isTlsFailure } from '../storage/failure.ts';
import { NewerDatabaseError, UnfinishedMoveError } from '../storage/migrate.ts';
import { PostgresToolError } from '../storage/postgres-backup/tools.ts';
import { CommandFailure } from './output.ts';

export interface Explanation {
  message: string;
  exitCode: 1 | 2;
}

/** Explains, in a sentence, an error that the operator can fix. Returns `undefined` for a server error. */
export function explainFailure(error: unknown): Explanation | undefined {
  if (error instanceof CommandFailure) return { message: error.message, exitCode: error.exitCode };
  // E501001 is a 501, but what it refuses was asked for on the command line.
  if (error instanceof ServiceError && (error.status < 500 || error.code === 'E501001'))
    return { message: error.message, exitCode: 2 };
  if (!(error instanceof Error)) return undefined;
  const isExplained = [
    ConfigError,
    NewerDatabaseError,
    UnfinishedMoveError,
    CopyError,
    DistributionError,
    PostgresToolError,
  ].some((kind) => error instanceof kind);
  const message = isExplained
    ? error.message
    : (explainSystemCall(error) ?? explainPostgres(error) ?? explainSqlite(error));
  return message === undefined ? undefined : { message, exitCode: 1 };
}

function explainSystemCall(
  error: NodeJS.ErrnoException & { address?: string; port?: number },
): string | undefined {
  const { code, syscall, path } = error;
  if (syscall === 'listen' || syscall === 'bind') {
    const where = `${error.address ?? ''}${error.port === undefined ? '' : `:${error.port}`}`;
    if (code === 'EADDRINUSE')
      return `${where} is in use by another process. Stop that process, or set PORT to another port`;
    return `Cannot listen on ${where} (${code}). Set HOST and PORT to an address of this machine`;
  }
  if (path === undefined || code === undefined) return undefined;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `${path} is not accessible (${code}). Give this user permission to read and write it, or set LATCHKEY_DATA_DIR`;
  }
  if (['ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR'].includes(code)) {
    return `${path} cannot be used (${code}). Check the path and LATCHKEY_DATA_DIR`;
  }
  if (code === 'ENOSPC') return `The disk of ${path} is full`;
  return undefined;
}

function explainPostgres(error: Error): string | undefined {
  if (error instanceof DatabaseError) {
    // Appendix A: no such prepared statement, or one that exists already; and PgBouncer's own refusal.
    if (
      /^(26000|42P05)$/.test(error.code ?? '') ||
      error.message.startsWith('unsupported startup parameter')
    ) {
      return `PostgreSQL is behind a pooler that needs other settings: ${error.message}. See docs/deploy/proxies.md`;
    }
    // Classes 28 (authentication), 3D (no such database) and 42501 (no permission) of appendix A.
    const isRefusal = /^(28|3D|42501|53300|57P0)/.test(error.code ?? '');
    return isRefusal ? `PostgreSQL refused the connection: ${error.message} (check DATABASE_URL)` : undefined;
  }
  if ('errcode' in error || failureOf(error) !== 'unavailable') return undefined;
  // A name with several addresses fails with one error for each.
  const cause = error instanceof AggregateError ? ((error.errors[0] as Error | undefined) ?? error) : error;
  if (isTlsFailure((cause as NodeJS.ErrnoException).code)) {
    return `PostgreSQL's certificate was rejected (${cause.message}). Check the host and sslrootcert in DATABASE_URL`;
  }
  return `PostgreSQL cannot be reached (${cause.message}). Check DATABASE_URL, and that the server is running`;
}

/** https://sqlite.org/rescode.html */
function explainSqlite(error: Error): string | undefined {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  switch (error.errcode & 0xff) {
    case 5:
      return 'The database is busy: another process has been writing for too long';
    case 8:
    case 14:
      return `The database file cannot be written (${error.message}). Check its permissions and LATCHKEY_DATA_DIR`;
    case 11:
    case 26:
      return `The database file is damaged or is not a Latchkey database (${error.message}). Restore a backup`;
    case 13:
      return 'The disk is full: the database cannot grow';
    default:
      return undefined;
  }
}
