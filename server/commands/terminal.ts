import type { Readable, Writable } from 'node:stream';
import type { DestinationStream } from 'pino';

/** The process streams that a command uses. */
export interface Terminal {
  /** Defaults to the environment of the process. */
  env?: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** Defaults to standard output. */
  log?: DestinationStream;
  /** The cost of the passphrase of an exported project: see `ExportInput`. */
  scryptWorkFactor?: number;
  /** The time that a command waits until running servers apply a setting. Defaults to what they take at most. */
  settingDelayMs?: number;
  /** The exit code, set by a command that completed its work but found a problem. */
  exitCode: number;
}

export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  return {
    // Reading the property opens the stream.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    exitCode: 0,
  };
}
