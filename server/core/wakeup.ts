/** Signals that work is waiting, without a dependency between the two parts of the process. */
export interface Wakeup {
  wake(): void;
  /** Calls `listener` at each `wake` until the returned function is called. */
  onWake(listener: () => void): () => void;
}

export function createWakeup(): Wakeup {
  const listeners = new Set<() => void>();
  return {
    wake() {
      for (const listener of listeners) listener();
    },
    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
