import { runOn } from '../machine.ts';
import { type Section, table } from '../report.ts';
import type { Setting } from '../stage.ts';

/** Measures the verification of SAML responses on one core, without the server's worker threads. */
export async function measureVerification({ cores, options }: Setting): Promise<Section[]> {
  const program = new URL('./verification-process.ts', import.meta.url);
  const lengths = [options.runSeconds, options.runs].map(String);
  const { perSecond, bytes } = runOn<{ perSecond: number; bytes: number }>(cores.server, program, ...lengths);
  const rows = [['one core, in process (aim 1000)', perSecond.toFixed(0), bytes]];
  const parts = [table(['', 'responses/s', 'bytes'], rows)];
  return [{ title: 'SAML responses verified in a second', parts, isComplete: true }];
}
