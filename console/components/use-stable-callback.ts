import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that keeps its identity across renders and always calls the latest `callback`, so that memoized
 * children do not render again. Must not be called during rendering.
 */
export function useStableCallback<A extends unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
