import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
    install(folder) {
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      run(['npm', 'install', '--silent', '--no-audit', '--no-fund', '@descope/node-sdk@latest'], folder);
    },
    command: () => ['node', join(here, 'check.mjs')],
  },
  {
    name: 'Python',
    columns: ['Python', 'Python, audience'],
    install(folder) {
      run(['python3', '-m', 'venv', folder], folder);
      run([join(folder, 'bin/pip'), 'install', '--quiet', 'descope'], folder);
    },
    command: (folder) => [join(folder, 'bin/python'), join(here, 'check.py')],
  },
  {
    name: 'Go',
    columns: ['Go'],
    install(folder) {
      copyFileSync(join(here, 'check.go'), join(folder, 'check.go'));
      run(['go', 'mod', 'init', 'check'], folder);
      // Where the module proxy does not have the SDK: a folder with its source.
      const source = process.env['GO_SDK'];
      if (source) run(['go', 'mod', 'edit', `-replace=github.com/descope/go-sdk=${source}`], folder);
      else run(['go', 'get', 'github.com/descope/go-sdk@latest'], folder);
      run(['go', 'mod', 'tidy'], folder);
      run(['go', 'build', '-o', 'check', '.'], folder);
    },
    command: (folder) => [join(folder, 'check')],
  },
  {
    name: 'Java',
    columns: ['Java'],
    install(folder) {
      writeFileSync(join(folder, 'pom.xml'), pom);
      run(['mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder);
      mkdirSync(join(folder, 'classes'));
      run(['javac', '-cp', 'lib/*', '-d', 'classes', join(here, 'Check.java')], folder);
    },
    command: (folder) => ['java', '-cp', `${join(folder, 'lib')}/*:${join(folder, 'classes')}`, 'Check'],
  },
];

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>check</groupId><artifactId>check</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>com.descope</groupId><artifactId>java-sdk</artifactId><version>LATEST</version>
  </dependency></dependencies>
</project>
`;

function run(command: string[], cwd: string): void {
  const [program = '', ...given] = command;
  const { status, stderr, error } = spawnSync(program, given, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${error?.message ?? stderr}`);
}

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
