/** Does the work for all items, at most `atOnce` at a time. Begins no further one once `signal` is aborted. The work must not throw. */
export async function fewAtOnce<T>(
  items: readonly T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workOn = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}
