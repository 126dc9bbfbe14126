import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface Outcome {
  /** 0 only if the program ended by itself and reported success. */
  code: number;
  /** The output; empty when `show` passed it to the terminal. */
  output: string;
  seconds: number;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /**
   * Ends the program after this time without a sign of life: output, or an event where it reports events. On a
   * slow machine, a program that makes progress is never ended.
   */
  silenceSeconds?: number;
  /** Ends the program and everything that it started. */
  signal: AbortSignal;
  /** Print the output to the terminal as it comes. */
  show?: boolean;
  /** Called with each line that the program writes to descriptor 3. */
  onEvent?(line: string): void;
  /** Called before the program is ended for its silence. */
  onSilence?(): void;
}

const defaultSilenceSeconds = 300;

export async function runProgram(command: string[], options: RunOptions): Promise<Outcome> {
  const started = performance.now();
  const { silenceSeconds = defaultSilenceSeconds, onEvent } = options;
  const [program = '', ...args] = command;
  let output = '';
  const code = await new Promise<number>((resolve) => {
    const print = options.show ? 'inherit' : 'pipe';
    // A separate process group, so that browsers and servers started by the program end with it.
    const child = spawn(program, args, {
      detached: true,
      env: options.env ?? process.env,
      stdio: ['ignore', print, print, onEvent ? 'pipe' : 'ignore'],
    });
    const killGroup = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined) signalGroup(child.pid, signal);
    };
    let killTimer: NodeJS.Timeout | undefined;
    const end = (): void => {
      killGroup('SIGTERM');
      killTimer ??= setTimeout(() => killGroup('SIGKILL'), 3_000);
    };
    const silenceTimer = setTimeout(() => {
      options.onSilence?.();
      output += `\n${program} gave no sign of life for ${silenceSeconds} s.`;
      end();
    }, silenceSeconds * 1000);
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      if (!onEvent) silenceTimer.refresh();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    if (onEvent) {
      readLines(child.stdio[3] as Readable, (line) => {
        silenceTimer.refresh();
        onEvent(line);
      });
    }
    options.signal.addEventListener('abort', end);
    if (options.signal.aborted) end();
    const finish = (code: number): void => {
      clearTimeout(silenceTimer);
      clearTimeout(killTimer);
      options.signal.removeEventListener('abort', end);
      killGroup('SIGKILL');
      resolve(code);
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
  return { code, output, seconds: (performance.now() - started) / 1000 };
}

/**
 * Splits at line feeds alone, as JSON requires: `node:readline` also splits at U+2028, which a test name may
 * contain.
 */
function readLines(stream: Readable, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // The whole group has already ended.
  }
}
