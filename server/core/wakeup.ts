/** Signals that a project has work waiting, without a dependency between the two parts of the process. */
export interface Wakeup {
  wake(projectId: string): void;
  /** Calls `listener` at each `wake` until the returned function is called. */
  onWake(listener: (projectId: string) => void): () => void;
}

export function createWakeup(): Wakeup {
  const listeners = new Set<(projectId: string) => void>();
  return {
    wake(projectId) {
      for (const listener of listeners) listener(projectId);
    },
    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
