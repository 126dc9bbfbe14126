import type { Readable, Writable } from 'node:stream';
import type { DestinationStream } from 'pino';

/** The parts of the process that a command uses: its input, and where it answers. */
export interface Terminal {
  /** Absent: the environment of the process. */
  env?: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** Absent: standard output. */
  log?: DestinationStream;
  /** A command that has done its work, but found something wrong, sets it. */
  exitCode: number;
}

export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  return {
    // To ask for it opens it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    exitCode: 0,
  };
}
