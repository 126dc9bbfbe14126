import {
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Client, Result } from '../../client/client.ts';
import { useNotify } from '../components/notify.tsx';
import { useProject } from '../session/project.tsx';
import { unwrap } from './failure.ts';
import { Conflict } from './merge.ts';

interface ReadOptions<T> {
  /** If false, the query waits. */
  enabled?: boolean;
  /** The polling interval in milliseconds. It can depend on the last response. */
  every?: number | ((data: T | undefined) => number | false);
}

/**
 * Queries the API in the current project. `key` identifies the query with everything that the call depends on; a write
 * invalidates queries by a prefix of their keys. The current page stays visible while another one loads.
 */
export function useRead<T>(
  key: QueryKey,
  call: (client: Client) => Promise<Result<T>>,
  { enabled = true, every }: ReadOptions<T> = {},
) {
  const { client, project } = useProject();
  return useQuery({
    queryKey: [project.id, ...key],
    queryFn: () => unwrap(call(client)),
    placeholderData: keepPreviousData,
    enabled,
    ...(every !== undefined && {
      refetchInterval: ({ state }: Query<T>) => (typeof every === 'function' ? every(state.data) : every),
    }),
  });
}

interface WriteOptions<I, T> {
  /** Key prefixes of the queries to invalidate. */
  changes?: QueryKey[];
  /** The notification after success. */
  done?: string | ((data: T, input: I) => string);
  /** Offers to undo the change for a few seconds. */
  undo?: (data: T, input: I) => Promise<unknown>;
  /** Offers to open what was created. */
  open?: (data: T) => void;
  onDone?: (data: T, input: I) => void;
  /** If false, the caller shows the error. */
  reportsFailure?: boolean;
  /** If true, a call that failed may have changed something, so the queries are refetched before the error is shown. */
  refetchesOnFailure?: boolean;
  /** If true, the caller shows `data` and resets the mutation. */
  keepsResponse?: boolean;
}

/**
 * Changes something in the current project through the API and reports the outcome. Input and response may contain
 * secrets, so both are discarded after success.
 */
export function useWrite<I, T>(
  call: (client: Client, input: I) => Promise<Result<T>>,
  {
    changes = [],
    done,
    undo,
    open,
    onDone,
    reportsFailure = true,
    refetchesOnFailure = false,
    keepsResponse = false,
  }: WriteOptions<I, T> = {},
) {
  const { client, project } = useProject();
  const queries = useQueryClient();
  const notify = useNotify();
  const refresh = () => invalidate(queries, project.id, changes);
  const mutation: UseMutationResult<T, Error, I> = useMutation({
    mutationFn: (input: I) => unwrap(call(client, input)),
    onSuccess: async (data, input) => {
      const text = typeof done === 'function' ? done(data, input) : done;
      const undoing = undo && { undo: () => undo(data, input).then(refresh) };
      if (text) notify.done(text, undoing ?? (open && { open: () => open(data) }));
      onDone?.(data, input);
      await refresh();
    },
    onError: async (error) => {
      if (reportsFailure) notify.failed(error);
      // After a conflict, saving again replaces the other version, so the form has to know it when the error is shown.
      if (refetchesOnFailure || error instanceof Conflict) await refresh();
    },
    onSettled: (_, error) => {
      if (!error && !keepsResponse) mutation.reset();
    },
  });
  return mutation;
}

/** Returns a function that invalidates queries by key prefix, for actions that take several calls. */
export function useRefresh(): (changes: QueryKey[]) => Promise<unknown> {
  const { project } = useProject();
  const queries = useQueryClient();
  return useCallback((changes) => invalidate(queries, project.id, changes), [queries, project.id]);
}

/**
 * A change can affect other screens, so the rest of the project is marked stale and fetched again when it is shown
 * next.
 */
async function invalidate(queries: QueryClient, projectId: string, keys: QueryKey[]): Promise<unknown> {
  await queries.invalidateQueries({ queryKey: [projectId], refetchType: 'none' });
  return Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [projectId, ...key] })));
}
