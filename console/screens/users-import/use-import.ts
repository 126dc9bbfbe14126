import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Client, NewUser } from '../../../client/client.ts';
import { maxBatchEntries } from '../../../client/constants.ts';
import { ApiError } from '../../api/failure.ts';
import { affectsEveryCall, retryRateLimited } from '../../api/many-calls.ts';
import { checkSession } from '../../api/queries.ts';
import { useRefresh } from '../../api/use-api.ts';
import { messageOf } from '../../components/error-notice.tsx';
import { foldLoginId } from '../../components/users/address.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type SharedMessages, sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import type { CheckedRow } from './check-row.ts';
import type { Invitation } from './view.ts';

export interface ImportRun {
  rows: CheckedRow[];
  invitation: Invitation | undefined;
  /** The outcome by line: an error message, or an empty string after success. Lines without an entry have not been tried. */
  outcomes: Map<number, string>;
  isRunning: boolean;
  isStopped: boolean;
  /** The error that paused the import. */
  error?: unknown;
}

/** Creates or invites users in batches and remembers the outcome of each. A paused import resumes where it stopped. */
export function useImport() {
  const { client } = useProject();
  const messages = useMessages(sharedMessages);
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [run, setRun] = useState<ImportRun>();
  const stopper = useRef(new AbortController());
  useEffect(() => () => stopper.current.abort(), []);

  const resume = async (started: ImportRun) => {
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    const { error: _error, ...rest } = started;
    let current: ImportRun = { ...rest, isRunning: true, isStopped: false };
    setRun(current);
    const waiting = started.rows.filter(({ line }) => !started.outcomes.has(line));
    for (let at = 0; at < waiting.length && !signal.aborted; at += maxBatchEntries) {
      const rows = waiting.slice(at, at + maxBatchEntries);
      try {
        const outcomes = await writeBatch(client, rows, started.invitation, messages, signal);
        current = { ...current, outcomes: new Map([...current.outcomes, ...outcomes]) };
        setRun({ ...current, isStopped: signal.aborted });
      } catch (error) {
        current = { ...current, error };
        checkSession(queries, error);
        break;
      }
    }
    setRun({ ...current, isRunning: false, isStopped: signal.aborted });
    await refresh([['users']]);
  };

  return {
    run,
    start: (rows: CheckedRow[], invitation: Invitation | undefined) =>
      void resume({ rows, invitation, outcomes: new Map(), isRunning: true, isStopped: false }),
    resume: () => run && void resume(run),
    stop: () => {
      stopper.current.abort();
      setRun((run) => run && { ...run, isStopped: true });
    },
    forget: () => setRun(undefined),
  };
}

/** Writes one batch and returns its outcomes by line. Throws an error that would affect every other batch, too. */
async function writeBatch(
  client: Client,
  rows: CheckedRow[],
  invitation: Invitation | undefined,
  messages: SharedMessages,
  signal: AbortSignal,
): Promise<[number, string][]> {
  const users = rows.map(({ user }) => user);
  try {
    const { failedUsers } = await retryRateLimited(() => write(client, users, invitation), signal);
    const reasons = new Map(
      failedUsers.map(({ user, failure }) => [foldLoginId(user.loginIds[0] ?? ''), failure]),
    );
    return rows.map(({ line, user }) => [line, reasons.get(foldLoginId(user.loginId)) ?? '']);
  } catch (error) {
    if (!isBatchError(error)) throw error;
    return rows.map(({ line }) => [line, messageOf(error, messages)]);
  }
}

function write(
  client: Client,
  users: NewUser[],
  invitation: Invitation | undefined,
): ReturnType<typeof client.management.user.createBatch> {
  if (!invitation) return client.management.user.createBatch(users);
  const { sendMail, sendSMS } = invitation;
  return client.management.user.inviteBatch(users, undefined, sendMail, sendSMS);
}

/**
 * Reports whether the error concerns only this batch, such as a malformed entry. A missing connector (E113001) would
 * affect every batch.
 */
function isBatchError(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    !affectsEveryCall(error) &&
    error.status === 400 &&
    error.failure.errorCode !== 'E113001'
  );
}
