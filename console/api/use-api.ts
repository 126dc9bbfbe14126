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

interface ReadOptions<T> {
  /** `false`: not yet. */
  enabled?: boolean;
  /** Asked again so often, in milliseconds; it can depend on the last answer. */
  every?: number | ((data: T | undefined) => number | false);
}

/**
 * What the API says, of the current project. `key` names it together with all that the call depends on; what a change
 * makes untrue is named by the beginning of its key. While another page loads, the last one stays.
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
  /** Beginnings of the keys of what is not true any more. */
  changes?: QueryKey[];
  /** What to say when it is done. */
  done?: string | ((data: T, input: I) => string);
  /** Offers to take it back, for a few seconds. */
  undo?: (data: T, input: I) => Promise<unknown>;
  onDone?: (data: T, input: I) => void;
  /** `false`: the caller shows what went wrong. */
  tellsFailure?: boolean;
  /** The caller shows `data`, and resets it. */
  keepsAnswer?: boolean;
}

/**
 * A change by the API, of the current project. Says how it went. What it was made with and what it answered can be
 * secret: once it has succeeded it knows neither any more.
 */
export function useWrite<I, T>(
  call: (client: Client, input: I) => Promise<Result<T>>,
  { changes = [], done, undo, onDone, tellsFailure = true, keepsAnswer = false }: WriteOptions<I, T> = {},
) {
  const { client, project } = useProject();
  const queries = useQueryClient();
  const notify = useNotify();
  const refresh = () => forget(queries, project.id, changes);
  const mutation: UseMutationResult<T, Error, I> = useMutation({
    mutationFn: (input: I) => unwrap(call(client, input)),
    onSuccess: async (data, input) => {
      const text = typeof done === 'function' ? done(data, input) : done;
      if (text) notify.done(text, undo && (() => undo(data, input).then(refresh)));
      onDone?.(data, input);
      await refresh();
    },
    onError: (error) => {
      if (tellsFailure) notify.failed(error);
    },
    onSettled: (_, error) => {
      if (!error && !keepsAnswer) mutation.reset();
    },
  });
  return mutation;
}

/** For what takes many calls: asks again for what is not true any more, named as in `changes`. */
export function useRefresh(): (changes: QueryKey[]) => Promise<unknown> {
  const { project } = useProject();
  const queries = useQueryClient();
  return useCallback((changes) => forget(queries, project.id, changes), [queries, project.id]);
}

/** A change can reach far: the rest of the project is asked for again when it is shown next. */
async function forget(queries: QueryClient, projectId: string, keys: QueryKey[]): Promise<unknown> {
  await queries.invalidateQueries({ queryKey: [projectId], refetchType: 'none' });
  return Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [projectId, ...key] })));
}
