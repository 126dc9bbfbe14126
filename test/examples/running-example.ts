import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { freePort, startProgram, temporaryFolder, untilReady } from '../counterparts/program.ts';
import { newEmptyPlace, startServer } from '../latchkey-process.ts';
import { commandsOf } from './quick-start.ts';

interface RunningExample {
  /** The application's address. */
  url: string;
  /** A browser that has opened it. */
  open: OpenPage;
  latchkeyUrl: string;
  projectId: string;
}

/**
 * Types the commands of a quick start into a shell, against a new Latchkey in development mode, and opens the
 * application in a browser. Only the values that a reader replaces, too, and the folder differ from the page.
 */
export async function runExample(name: string): Promise<RunningExample> {
  requireTools(name);
  const place = await newEmptyPlace();
  onTestFinished(() => place.remove());
  const server = await startServer(place);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.exited;
  });
  const { baseUrl, projectId, managementKey = '' } = server.start;

  const folder = temporaryFolder(`example-${name}`);
  const port = await freePort();
  const values = {
    'PROJECT_ID=P…': `PROJECT_ID=${projectId}`,
    'MANAGEMENT_KEY=…': `MANAGEMENT_KEY=${managementKey}`,
  };
  let script = commandsOf(name).commands.replaceAll(`~/latchkey-${name}`, join(folder, 'app'));
  for (const [placeholder, value] of Object.entries(values)) script = script.replaceAll(placeholder, value);
  // The last command runs until it is stopped. In place of the shell, so that it receives the signal.
  script = script.replaceAll('http://localhost:8080', baseUrl).replace(/\n(?=.*\n$)/, '\nexec ');

  const env = { ...withoutRunner(), BASE_URL: baseUrl, PORT: String(port) };
  const program = startProgram('env', ['-i', ...pairs(env), 'bash', '-euc', script], {
    folder: process.cwd(),
    keepsFolder: true,
    ownsGroup: true,
  });
  onTestFinished(async () => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://localhost:${port}`;
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await untilReady(`the example ${name}`, program, answers, 300);
  const open = await openPage(url);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      console.error(`${program.output()}\n${open.page.url()}:\n${await open.page.innerText('body')}`);
    }
    await open.close();
  });
  return { url, open, latchkeyUrl: baseUrl, projectId };
}

const tools: Record<string, { command: string; install: string }> = {
  fastapi: { command: 'python3 -c "import ensurepip"', install: 'apt-get install python3-venv' },
  go: { command: 'go version', install: 'Go 1.25 or newer from https://go.dev/dl/' },
};

function requireTools(name: string): void {
  const tool = tools[name];
  if (!tool || spawnSync('sh', ['-c', tool.command]).status === 0) return;
  throw new Error(
    `The example ${name} needs a program that is missing (${tool.command}). Install: ${tool.install}`,
  );
}

/** Returns the environment of a shell, without the variables of vitest and of `npm run`. */
function withoutRunner(): Record<string, string> {
  const entries = Object.entries(process.env) as [string, string][];
  const isOfTheRun = (name: string): boolean => /^(NODE_ENV|VITEST.*|TEST|DEV|PROD|MODE|npm_.*)$/.test(name);
  return Object.fromEntries(entries.filter(([name]) => !isOfTheRun(name)));
}

const pairs = (env: Record<string, string>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);

interface Message {
  text: string;
  links: string[];
  codes: string[];
}

/** Waits for the mail to this address in the development inbox. */
export async function mailTo(latchkeyUrl: string, address: string): Promise<Message> {
  const response = await fetch(`${latchkeyUrl}/dev/inbox/messages?to=${encodeURIComponent(address)}&wait=60`);
  const { messages } = (await response.json()) as { messages: Message[] };
  if (messages.length === 0) throw new Error(`no mail to ${address}`);
  return messages.at(-1)!;
}
