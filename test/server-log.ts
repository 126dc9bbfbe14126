import { afterEach } from 'vitest';

/** The lines that the servers of the running test have logged. A worker runs one test at a time. */
let lines: string[] = [];

/** Far more than a test writes; a loop that logs without end must not take the memory. */
const maxLines = 2_000;

/** Where a server under test logs to. */
export const recordedLog = {
  write(line: string): void {
    if (lines.length < maxLines) lines.push(line);
  },
};

/** What the servers of this test have logged until now. */
export function loggedLines(): string {
  return lines.join('');
}

// Registered as a set-up file: it runs for every test. What a `beforeAll` logs belongs to the first test after it.
afterEach(({ task }) => {
  const logged = lines;
  lines = [];
  if (task.result?.state !== 'fail' || logged.length === 0) return;
  console.log(`The server's log of "${task.name}":\n${logged.join('')}`);
});
