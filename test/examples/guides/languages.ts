import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, run } from '../../sdks/install.ts';

/** A language of the guides. */
export interface Language {
  /** The title of its tab. */
  title: string;
  /** Fetches what programs need, into an empty folder. */
  install(folder: string): void;
  /** Writes a program into the folder, and returns the command that runs it. */
  write(folder: string, setUp: string, code: string): string[];
}

/** Languages whose tabs no test runs. A page with such a tab says so. */
export const notRun = ['PHP', 'Ruby', '.NET', 'Kotlin', 'Swift', 'Flutter', 'React Native'];

const place = /^.*The code of the guide.*$/m;

export const languages: Language[] = [
  {
    title: 'curl',
    install() {},
    write: (_, __, code) => ['bash', '-euo', 'pipefail', '-c', code],
  },
  {
    title: 'Latchkey',
    install(folder) {
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
      run(['npm', 'pack', '--quiet', '--workspace', 'client', '--pack-destination', folder], process.cwd());
      const packed = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
      run(['npm', 'install', '--silent', '--no-audit', '--no-fund', `./${packed}`], folder);
    },
    write: (folder, setUp, code) => script(folder, setUp, code),
  },
  {
    title: 'Node.js',
    install: install.node,
    write: (folder, setUp, code) => script(folder, setUp, code),
  },
  {
    title: 'Python',
    install: install.python,
    write(folder, setUp, code) {
      writeFileSync(join(folder, 'guide.py'), `${setUp}\n${code}`);
      return [join(folder, 'bin', 'python'), 'guide.py'];
    },
  },
  {
    title: 'Go',
    install(folder) {
      // Names every package, so that all are in the module.
      writeFileSync(join(folder, 'main.go'), goEverything);
      install.go(folder);
    },
    write(folder, setUp, code) {
      writeFileSync(join(folder, 'main.go'), goProgram(setUp, code));
      return ['go', 'run', '.'];
    },
  },
  {
    title: 'Java',
    install: install.java,
    write(folder, setUp, code) {
      writeFileSync(join(folder, 'Guide.java'), javaProgram(setUp, code));
      return ['java', '-XX:TieredStopAtLevel=1', '-cp', 'lib/*', 'Guide.java'];
    },
  },
];

function script(folder: string, setUp: string, code: string): string[] {
  writeFileSync(join(folder, 'guide.mjs'), `${setUp}\n${code}`);
  return [process.execPath, 'guide.mjs'];
}

const goPackages = {
  base64: 'encoding/base64',
  context: 'context',
  hmac: 'crypto/hmac',
  sha256: 'crypto/sha256',
  strconv: 'strconv',
  fmt: 'fmt',
  log: 'log',
  os: 'os',
  http: 'net/http',
  strings: 'strings',
  time: 'time',
  descope: 'github.com/descope/go-sdk/descope',
  client: 'github.com/descope/go-sdk/descope/client',
};

const goEverything = `package main
import (${Object.values(goPackages)
  .map((path) => `_ "${path}"\n`)
  .join('')})
func main() {}
`;

/** Puts the code into `main`, and imports what it uses, as an editor does. */
function goProgram(setUp: string, code: string): string {
  // Go compiles no variable that nothing uses.
  const used = code.includes('sdk.') ? code : `_ = sdk\n${code}`;
  const body = setUp.replace(/^import \(.*?^\)\n/ms, '').replace(place, used);
  const packages = Object.entries(goPackages).filter(([name]) => new RegExp(`\\b${name}\\.`).test(body));
  const imports = packages.map(([, path]) => `import "${path}"\n`).join('');
  return body.replace(/^package main\n/m, `package main\n\n${imports}`);
}

const javaImports = [
  'com.descope.enums.*',
  'com.descope.model.auth.*',
  'com.descope.model.jwt.*',
  'com.descope.model.magiclink.*',
  'com.descope.model.user.*',
  'com.descope.model.user.request.*',
  'com.descope.model.user.response.*',
  'com.descope.model.webauthn.*',
  'java.nio.charset.StandardCharsets',
  'java.security.MessageDigest',
  'java.util.*',
  'javax.crypto.Mac',
  'javax.crypto.spec.SecretKeySpec',
];

/** Puts the code into `main`, and imports what it can use, as an editor does. */
function javaProgram(setUp: string, code: string): string {
  return `${javaImports.map((name) => `import ${name};\n`).join('')}${setUp.replace(place, code)}`;
}
