import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cores } from './cores.ts';
import type { Options } from './options.ts';

interface SamlRate {
  perSecond: number;
  bytes: number;
  workers: number;
}

export interface SamlResult {
  inline: SamlRate;
  pool: SamlRate;
}

const run = promisify(execFile);
const program = fileURLToPath(new URL('./saml-process.ts', import.meta.url));

/** Measures on one core without threads, and through the server's worker pool on all cores. */
export async function measureSaml({ runs, runSeconds }: Options, cores: Cores): Promise<SamlResult> {
  const rate = async (mode: 'inline' | 'pool', on: string): Promise<SamlRate> => {
    const command = [process.execPath, program, mode, String(runSeconds), String(runs)];
    const { stdout } = await run('taskset', ['-c', on, ...command]);
    return JSON.parse(stdout) as SamlRate;
  };
  return { inline: await rate('inline', cores.server), pool: await rate('pool', cores.all) };
}
