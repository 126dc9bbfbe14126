import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, run } from './install.ts';

/** The tokens that an SDK is asked about. */
export interface Question {
  projectId: string;
  baseUrl: string;
  tokens: Record<string, string>;
  /** A refresh JWT that the SDK may use. */
  refreshJwt: string;
}

export interface Answer {
  /** By kind: whether the SDK accepts the token as a session, and whether it does with the project as audience, if it has such an option. */
  accepted: Record<string, boolean[]>;
  refreshed: boolean;
}

export interface Sdk {
  name: string;
  /** The options with which the SDK is asked, as columns of the table. */
  columns: string[];
  /** Fetches the newest version into an empty folder. */
  install(folder: string): void;
  /** The command that answers a question. */
  command(folder: string): string[];
}

const here = import.meta.dirname;

export const sdks: Sdk[] = [
  {
    name: 'Node.js',
    columns: ['Node.js', 'Node.js, audience'],
    install: install.node,
    command: () => ['node', join(here, 'check.mjs')],
  },
  {
    name: 'Python',
    columns: ['Python', 'Python, audience'],
    install: install.python,
    command: (folder) => [join(folder, 'bin/python'), join(here, 'check.py')],
  },
  {
    name: 'Go',
    columns: ['Go'],
    install(folder) {
      copyFileSync(join(here, 'check.go'), join(folder, 'check.go'));
      install.go(folder);
      run(['go', 'build', '-o', 'check', '.'], folder);
    },
    command: (folder) => [join(folder, 'check')],
  },
  {
    name: 'Java',
    columns: ['Java'],
    install(folder) {
      install.java(folder);
      run(['javac', '-cp', 'lib/*', '-d', 'classes', join(here, 'Check.java')], folder);
    },
    command: (folder) => ['java', '-cp', `${join(folder, 'lib')}/*:${join(folder, 'classes')}`, 'Check'],
  },
];

/** Asks an SDK in another process, so that this one can serve it meanwhile. */
export async function ask(sdk: Sdk, folder: string, question: Question): Promise<Answer> {
  const [program = '', ...given] = sdk.command(folder);
  const child = spawn(program, given, { cwd: folder, env: { ...process.env, SDK: folder } });
  let [output, problem] = ['', ''];
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (problem += String(chunk)));
  child.stdin.end(JSON.stringify(question));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${sdk.name}: ${problem}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Answer;
}
