/** Lets one part of the process tell another that there is work, without knowing it. */
export interface Wakeup {
  wake(): void;
  /** Calls `listener` at each `wake` until the function that it returns is called. */
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
