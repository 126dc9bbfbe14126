import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { CodeNotLoaded } from './code-not-loaded.ts';

/**
 * Returns a component whose code loads when it is first shown, with `fallback` in its place until then. Unlike
 * `React.lazy`, it appears as soon as the code has loaded: after a fallback, Suspense waits 300 ms before it shows
 * anything else.
 */
export function loadable<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  let fetched: ComponentType<Props> | undefined;

  async function load(): Promise<void> {
    try {
      fetched ??= (await fetch()).default;
    } catch (cause) {
      throw new CodeNotLoaded(undefined, { cause });
    }
  }

  function Loadable(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [, setIsFetched] = useState(fetched !== undefined);
    useEffect(() => {
      load().then(
        () => setIsFetched(true),
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure) throw failure.error;
    const Component = fetched;
    return Component ? <Component {...props} /> : fallback;
  }

  return Object.assign(Loadable, { load });
}
