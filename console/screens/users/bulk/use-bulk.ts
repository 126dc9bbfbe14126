import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../../client/client.ts';
import { type CallFailure, type CallsProgress, callEach } from '../../../api/many-calls.ts';
import { useRefresh } from '../../../api/use-api.ts';
import { useNotify } from '../../../components/notify.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useProject } from '../../../session/project.tsx';
import type { BulkAction } from './actions.ts';
import { bulkMessages } from './messages.ts';

export interface BulkJob extends CallsProgress<User> {
  action: BulkAction;
  /** The number of users that the action changes. */
  total: number;
  isRunning: boolean;
  isStopped: boolean;
}

/** Runs one bulk action at a time, reports its progress and offers to undo it. */
export function useBulk(onDone: (action: BulkAction) => void) {
  const messages = useMessages(bulkMessages);
  const { client } = useProject();
  const notify = useNotify();
  const refresh = useRefresh();
  const stopper = useRef(new AbortController());
  const [job, setJob] = useState<BulkJob>();

  useEffect(() => () => stopper.current.abort(), []);

  const run = async (action: BulkAction, users: User[]): Promise<CallFailure<User>[]> => {
    const affected = users.filter((user) => action.changes(user));
    if (affected.length === 0) {
      notify.done(messages.unchanged(users.length));
      return [];
    }
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    const started: BulkJob = {
      action,
      total: affected.length,
      done: [],
      failures: [],
      isRunning: true,
      isStopped: false,
    };
    setJob(started);
    const { done, failures } = await callEach(affected, (user) => action.call(client, user), {
      signal,
      onProgress: (progress) => setJob({ ...started, ...progress, isStopped: signal.aborted }),
    });
    const isWhole = failures.length === 0 && done.length === affected.length;
    setJob(isWhole ? undefined : { ...started, done, failures, isRunning: false, isStopped: signal.aborted });
    if (done.length > 0) notify.done(action.done(done.length), offerOf(action, done));
    onDone(action);
    await refresh([['users'], ['user']]);
    return failures;
  };

  const offerOf = ({ undo }: BulkAction, done: User[]) =>
    undo && {
      undo: async () => {
        const undoing = { title: messages.undoing, done: messages.undone, changes: () => true, call: undo };
        const [failure] = await run(undoing, done);
        // An administrator who has left the screen does not see the failures.
        if (failure) throw failure.error;
      },
    };

  return {
    job,
    run,
    retry: () =>
      job &&
      run(
        job.action,
        job.failures.map(({ item }) => item),
      ),
    stop: () => {
      stopper.current.abort();
      setJob((job) => job && { ...job, isStopped: true });
    },
    close: () => setJob(undefined),
  };
}
