import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './failure.ts';

/**
 * Creates the query cache. Responses stay fresh while a screen shows them and are fetched again when the user returns.
 */
export function createQueries(): QueryClient {
  const checkSession = (error: unknown) => {
    if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: ['session'] });
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => queryKey[0] !== 'session' && checkSession(error),
    }),
    mutationCache: new MutationCache({ onError: checkSession }),
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

/** Reports whether to retry. A rejected call is not repeated because the answer would be the same. */
function shouldRetry(count: number, error: unknown): boolean {
  return count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
