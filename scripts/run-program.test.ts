import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

const node = (code: string): string[] => [process.execPath, '-e', code];
const never = new AbortController().signal;

test('the exit code and everything printed come back', async () => {
  const outcome = await runProgram(node("console.log('out'); console.error('err'); process.exitCode = 3"), {
    limitSeconds: 10,
    signal: never,
  });
  expect(outcome.code).toBe(3);
  expect(outcome.output).toContain('out');
  expect(outcome.output).toContain('err');
});

test('a program that cannot be started is a failure', async () => {
  const outcome = await runProgram(['/no/such/program'], { limitSeconds: 10, signal: never });
  expect(outcome.code).not.toBe(0);
  expect(outcome.output).toContain('/no/such/program');
});

test('a program that takes too long is ended, with what it started', async () => {
  const program = ['sh', '-c', 'sleep 300 & echo $!; wait'];
  const outcome = await runProgram(program, { limitSeconds: 2, signal: never });
  expect(outcome.code).not.toBe(0);
  expect(outcome.output).toContain('did not end within 2 s');
  const grandchild = Number.parseInt(outcome.output, 10);
  await expect.poll(() => isAlive(grandchild)).toBe(false);
});

test('an interruption ends it', async () => {
  const interruption = new AbortController();
  setTimeout(() => interruption.abort(), 100);
  const outcome = await runProgram(['sleep', '300'], { limitSeconds: 300, signal: interruption.signal });
  expect(outcome.code).not.toBe(0);
  expect(outcome.seconds).toBeLessThan(100);
});

function isAlive(pid: number): boolean {
  try {
    // An ended process stays as a zombie until its parent asks for it.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
