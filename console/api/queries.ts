import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './failure.ts';

/**
 * Creates the query cache. Responses stay fresh while a screen shows them and are fetched again when the user returns.
 */
export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => queryKey[0] !== 'session' && checkSession(queries, error),
    }),
    mutationCache: new MutationCache({ onError: (error) => checkSession(queries, error) }),
    defaultOptions: {
      // `always`: a browser that reports being offline may still reach this server. A paused mutation would otherwise
      // run when the connection returns, long after its dialog was closed.
      queries: {
        staleTime: 10_000,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        networkMode: 'always',
      },
      mutations: { retry: false, gcTime: 0, networkMode: 'always' },
    },
  });
  return queries;
}

/** Loads the session again after an error that says that it has ended: the console then asks for a sign-in. */
export function checkSession(queries: QueryClient, error: unknown): void {
  if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: ['session'] });
}

/** Reports whether to retry. A rejected call is not repeated because the answer would be the same. */
function shouldRetry(count: number, error: unknown): boolean {
  return count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
