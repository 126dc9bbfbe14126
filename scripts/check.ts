import { checks, runCheck } from './checks.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

let failed = 0;
for (const check of checks) {
  if (interruption.signal.aborted) break;
  const { code } = await runCheck(check, interruption.signal);
  if (code !== 0) failed++;
}
process.exitCode = failed > 0 || interruption.signal.aborted ? 1 : 0;
