import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

/**
 * Builds what is delivered: the files that the server serves below `/console/`, and the server that tests start as a
 * process. Tests within one process run the sources.
 */
export async function build(what: 'console' | 'server', signal: AbortSignal): Promise<void> {
  const script = join('scripts', `build-${what}.mjs`);
  const { code, output } = await runProgram([process.execPath, script], { signal });
  if (code !== 0) throw new Error(output);
}
