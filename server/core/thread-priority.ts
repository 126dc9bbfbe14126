import { setPriority } from 'node:os';

/**
 * Lets the event loop go first where this worker thread shares a core with it. Only on Linux, where the "process" 0 is
 * the calling thread (setpriority(2), "C library/kernel differences"); elsewhere it would be the whole process.
 */
export function giveWayToEventLoop(): void {
  if (process.platform === 'linux') setPriority(0, 10);
}
