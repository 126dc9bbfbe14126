import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fetches the newest public SDK for a language into an empty folder. */
export const install = {
  /** `import '@descope/node-sdk'` works in the folder. */
  node(folder: string): void {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    run(['npm', 'install', '--silent', '--no-audit', '--no-fund', '@descope/node-sdk@latest'], folder);
  },

  /** `bin/python` of the folder has the SDK. */
  python(folder: string): void {
    run(['python3', '-m', 'venv', folder], folder);
    run([join(folder, 'bin/pip'), 'install', '--quiet', 'descope'], folder);
  },

  /** Prepares the module of the Go program in the folder. */
  go(folder: string): void {
    run(['go', 'mod', 'init', 'check'], folder);
    // Where the module proxy does not have the SDK: a folder with its source.
    const source = process.env['GO_SDK'];
    if (source) run(['go', 'mod', 'edit', `-replace=github.com/descope/go-sdk=${source}`], folder);
    else run(['go', 'get', 'github.com/descope/go-sdk@latest'], folder);
    run(['go', 'mod', 'tidy'], folder);
  },

  /** Puts the SDK and what it needs into `lib`. */
  java(folder: string): void {
    writeFileSync(join(folder, 'pom.xml'), pom);
    run(['mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder);
    mkdirSync(join(folder, 'classes'));
  },
};

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>check</groupId><artifactId>check</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>com.descope</groupId><artifactId>java-sdk</artifactId><version>LATEST</version>
  </dependency></dependencies>
</project>
`;

/** Runs a command to its end. Throws if it fails. */
export function run(command: string[], cwd: string): void {
  const [program = '', ...given] = command;
  const { status, stderr, error } = spawnSync(program, given, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${error?.message ?? stderr}`);
}
