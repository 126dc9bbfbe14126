import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that is the same in every render and does what the one of the last render does: for what must not render
 * again only because somebody else has. Not to be called while rendering.
 */
export function useStable<A extends unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
