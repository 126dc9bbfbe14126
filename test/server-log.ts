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

/** Returns everything that was logged since the last test ended. */
export function loggedLines(): string {
  return lines.join('');
}

export function forgetLoggedLines(): void {
  lines = [];
}
