import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './failure.ts';

/** What the API said is kept for as long as a screen shows it, and asked again when somebody comes back to it. */
export function createQueries(): QueryClient {
  const lookAtSession = (error: unknown) => {
    if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: ['session'] });
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => queryKey[0] !== 'session' && lookAtSession(error),
    }),
    mutationCache: new MutationCache({ onError: lookAtSession }),
    defaultOptions: {
      // `always`: a browser that says it is offline may well reach this server, and what waited for it to be online would
      // be done long after its dialog was closed.
      queries: {
        staleTime: 10_000,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
        retry: isWorthAnotherTry,
        networkMode: 'always',
      },
      mutations: { retry: false, gcTime: 0, networkMode: 'always' },
    },
  });
  return queries;
}

/** No refusal is repeated: it would be the same. */
function isWorthAnotherTry(count: number, error: unknown): boolean {
  return count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
