/** The lines that the servers of the running test have logged. A worker runs one test at a time. */
let lines: string[] = [];

/** Far more than a test writes; an endless loop of log lines must not fill the memory. */
const maxLines = 2_000;

/** The log of servers under test. */
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
