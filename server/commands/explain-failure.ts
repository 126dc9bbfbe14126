import { DatabaseError } from 'pg';
import { ConfigError } from '../core/config.ts';
import { ServiceError } from '../core/errors.ts';
import { failureOf } from '../storage/failure.ts';
import { NewerDatabaseError } from '../storage/migrate.ts';
import { CommandFailure } from './output.ts';

export interface Explanation {
  message: string;
  exitCode: 1 | 2;
}

/** What the operator can do something about, in a sentence; `undefined`: a fault of ours. */
export function explainFailure(error: unknown): Explanation | undefined {
  if (error instanceof CommandFailure) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ServiceError && error.status < 500) return { message: error.message, exitCode: 2 };
  if (!(error instanceof Error)) return undefined;
  const message =
    error instanceof ConfigError || error instanceof NewerDatabaseError
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
      return `${where} is in use by another process: stop that, or set PORT to another one`;
    return `It is not possible to listen on ${where} (${code}): set HOST and PORT to what this machine has`;
  }
  if (path === undefined || code === undefined) return undefined;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `${path} is not accessible (${code}): give this user the right to read and write it, or set LATCHKEY_DATA_DIR`;
  }
  if (['ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR'].includes(code)) {
    return `${path} cannot be used (${code}): check the path, and LATCHKEY_DATA_DIR`;
  }
  if (code === 'ENOSPC') return `There is no space left for ${path}`;
  return undefined;
}

function explainPostgres(error: Error): string | undefined {
  if (error instanceof DatabaseError) {
    // Classes 28 (who), 3D (no such database) and 42501 (not allowed), of appendix A.
    const isRefusal = /^(28|3D|42501|53300|57P0)/.test(error.code ?? '');
    return isRefusal ? `PostgreSQL refuses: ${error.message} (check DATABASE_URL)` : undefined;
  }
  if ('errcode' in error || failureOf(error) !== 'unavailable') return undefined;
  // A name with several addresses fails with one error for each.
  const cause = error instanceof AggregateError ? ((error.errors[0] as Error | undefined) ?? error) : error;
  return `PostgreSQL cannot be reached (${cause.message}): check DATABASE_URL, and that the server runs`;
}

/** https://sqlite.org/rescode.html */
function explainSqlite(error: Error): string | undefined {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  switch (error.errcode & 0xff) {
    case 5:
      return 'The database is busy: another process has been writing for too long';
    case 8:
    case 14:
      return `The database file cannot be written (${error.message}): check the rights and LATCHKEY_DATA_DIR`;
    case 11:
    case 26:
      return `The database file is damaged or something else (${error.message}): restore a backup`;
    case 13:
      return 'The disk is full: the database cannot grow';
    default:
      return undefined;
  }
}
