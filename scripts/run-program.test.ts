import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

const node = (code: string): string[] => [process.execPath, '-e', code];
const never = new AbortController().signal;

test('the exit code and everything printed come back', async () => {
  const code = "console.log('out'); console.error('err'); process.exitCode = 3";
  const outcome = await runProgram(node(code), { signal: never });
  expect(outcome.code).toBe(3);
  expect(outcome.output).toContain('out');
  expect(outcome.output).toContain('err');
});

test('a program that cannot be started is a failure', async () => {
  const outcome = await runProgram(['/no/such/program'], { signal: never });
  expect(outcome.code).not.toBe(0);
  expect(outcome.output).toContain('/no/such/program');
});

test('a program that gives no sign of life is ended, with what it started', async () => {
  const command = ['sh', '-c', 'sleep 600 & echo $! >&3; wait'];
  let grandchild = 0;
  const outcome = await runProgram(command, {
    silenceSeconds: 0.5,
    signal: never,
    onEvent: (line) => {
      grandchild = Number(line);
    },
  });
  expect(outcome.code).not.toBe(0);
  expect(outcome.output).toContain('gave no sign of life for 0.5 s');
  expect(grandchild).toBeGreaterThan(0);
  await expect.poll(() => isAlive(grandchild)).toBe(false);
});

test('where events are reported, only they are signs of life', async () => {
  const outcome = await runProgram(['sh', '-c', 'while echo busy; do sleep 0.1; done'], {
    silenceSeconds: 1,
    signal: never,
    onEvent: () => {},
  });
  expect(outcome.output).toContain('busy');
  expect(outcome.output).toContain('gave no sign of life');
});

test('an event is a whole line, whatever characters it has', async () => {
  const events: string[] = [];
  const write = "require('node:fs').writeSync(3, JSON.stringify('a\\u2028b') + '\\nsecond\\n')";
  await runProgram(node(write), { signal: never, onEvent: (line) => void events.push(line) });
  expect(events).toEqual(['"a\u2028b"', 'second']);
});

test('an interruption ends it', async () => {
  const interruption = new AbortController();
  const outcome = await runProgram(['sh', '-c', 'echo ready >&3; exec sleep 600'], {
    signal: interruption.signal,
    onEvent: () => interruption.abort(),
  });
  expect(outcome.code).not.toBe(0);
});

function isAlive(pid: number): boolean {
  try {
    // An ended process stays as a zombie until its parent collects it.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
