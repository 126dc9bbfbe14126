import { Readable, Writable } from 'node:stream';
import { runCommand } from '../server/commands/program.ts';
import type { Outcome, Place } from './latchkey-process.ts';

/** A passphrase costs as little as age allows: few tests are about that. */
const scryptWorkFactor = 1;

/**
 * Runs one command of the command line in this process, to its end, without waiting until running servers apply a setting. Use
 * `runLatchkey`, which starts a process, for exit codes, signals and open resources.
 */
export async function runCommandHere(
  { env }: Pick<Place, 'env'>,
  args: string[],
  moreEnv = {},
  stdin = '',
): Promise<Outcome> {
  const stdout = new Collector();
  const stderr = new Collector();
  const code = await runCommand(args, {
    env: { ...env, ...moreEnv },
    stdin: Readable.from([stdin]),
    stdout,
    stderr,
    log: { write: (line) => void stdout.write(line) },
    scryptWorkFactor,
    settingDelayMs: 0,
    exitCode: 0,
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
