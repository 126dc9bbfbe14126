import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** A reason why a program of PostgreSQL did not do its work, and what to do. */
export class PostgresToolError extends Error {}

export type Tool = 'pg_dump' | 'pg_restore' | 'psql';

export interface ToolOptions {
  env: NodeJS.ProcessEnv;
  input?: AsyncIterable<string | Buffer>;
}

/** Runs a program to its end and returns its output. */
export async function runTool(tool: Tool, args: string[], options: ToolOptions): Promise<string> {
  let output = '';
  for await (const chunk of streamTool(tool, args, options)) output += chunk.toString();
  return output;
}

/** Yields the output of a program while it runs, and throws if the program fails. */
export async function* streamTool(
  tool: Tool,
  args: string[],
  { env, input }: ToolOptions,
): AsyncGenerator<Buffer> {
  const child = spawn(tool, args, { env, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // Awaited below. Without a listener, an early failure would end the process.
  ended.catch(() => {});
  const problems = text(child.stderr!);
  // The program's own message says more than that it has closed its input.
  const written = input ? pipeline(input, child.stdin!).then(undefined, (error: Error) => error) : undefined;
  yield* child.stdout as AsyncIterable<Buffer>;
  const code = await ended.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new PostgresToolError(
      `The program ${tool} is missing. Install PostgreSQL's client programs (postgresql-client)`,
    );
  });
  const inputError = await written;
  if (code !== 0) throw new PostgresToolError(`The program ${tool} failed: ${lastLines(await problems)}`);
  if (inputError) throw inputError;
}

/** Splits a URL into one without the password, which every user of the machine may see, and the environment with it. */
export function hidePassword(url: string, env: NodeJS.ProcessEnv): { url: string; env: NodeJS.ProcessEnv } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password) || parsed.searchParams.get('password');
  parsed.password = '';
  parsed.searchParams.delete('password');
  return { url: parsed.href, env: password ? { ...env, PGPASSWORD: password } : env };
}

/** Refuses programs that are older than the server: they do not know all that it stores. */
export async function requireVersion(
  tool: Tool,
  serverVersion: number,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [, version = ''] = /(\d+)/.exec(await runTool(tool, ['--version'], { env })) ?? [];
  if (Number(version) >= serverVersion) return;
  throw new PostgresToolError(
    `The program ${tool} is of version ${version}, and the server of ${serverVersion}. ` +
      `Install the client programs of version ${serverVersion} (postgresql-client-${serverVersion})`,
  );
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' ');
}
