import { spawn } from 'node:child_process';

export interface Outcome {
  /** 0 only if the program ended by itself and said that all is well. */
  code: number;
  /** What it printed; empty when `show` let it through to the terminal. */
  output: string;
  seconds: number;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  limitSeconds: number;
  /** Ends the program, and everything that it started. */
  signal: AbortSignal;
  /** Let it print to the terminal as it runs. */
  show?: boolean;
}

export async function runProgram(command: string[], options: RunOptions): Promise<Outcome> {
  const started = performance.now();
  const [program = '', ...args] = command;
  let output = '';
  const code = await new Promise<number>((resolve) => {
    // A process group of its own, so that browsers and servers which it started can be ended with it.
    const child = spawn(program, args, {
      detached: true,
      env: options.env ?? process.env,
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const killGroup = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined) signalGroup(child.pid, signal);
    };
    let killTimer: NodeJS.Timeout | undefined;
    const end = (): void => {
      killGroup('SIGTERM');
      killTimer ??= setTimeout(() => killGroup('SIGKILL'), 3_000);
    };
    const limitTimer = setTimeout(() => {
      const message = `${program} did not end within ${options.limitSeconds} s.`;
      if (options.show) console.error(message);
      output += `\n${message}`;
      end();
    }, options.limitSeconds * 1000);
    options.signal.addEventListener('abort', end);
    if (options.signal.aborted) end();
    const finish = (code: number): void => {
      clearTimeout(limitTimer);
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

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // The whole group has ended already.
  }
}
