import { spawnSync } from 'node:child_process';
import { type Outcome, runProgram } from './run-program.ts';

/** The real counterparts that the tests run against. */
const packages = [
  'postgresql',
  'chromium',
  'oathtool',
  'openssl',
  'simplesamlphp',
  'xmlsec1',
  // Named, so that PHP comes as the command and the CGI program and not as a module of a web server.
  'php8.2-cgi',
  'php8.2-cli',
  'php8.2-xml',
  'php8.2-mbstring',
  'php8.2-curl',
  'php8.2-sqlite3',
];

/** Installs those that are missing; throws with the exact command when that needs another user. */
export async function ensureDebianPackages(signal: AbortSignal, wanted = packages): Promise<void> {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return;
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0) {
    throw new Error(`Debian packages are missing. Run: sudo apt-get update && sudo ${install.join(' ')}`);
  }
  console.log(`Installing Debian packages: ${missing.join(' ')} …`);
  const first = await apt(install, signal);
  if (first.code === 0) return;
  // The package lists are absent or older than the archive.
  await apt(['apt-get', 'update'], signal);
  const second = await apt(install, signal);
  if (second.code !== 0) {
    throw new Error(
      `Debian packages could not be installed: ${install.join(' ')}\n${second.output.slice(-3000)}`,
    );
  }
}

function apt(command: string[], signal: AbortSignal): Promise<Outcome> {
  const [program = '', ...args] = command;
  return runProgram([program, '-o', 'DPkg::Lock::Timeout=120', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    limitSeconds: 400,
    signal,
  });
}

function missingPackages(wanted: string[]): string[] {
  const format = '-f=$' + '{Package} $' + '{db:Status-Status}\n';
  const query = spawnSync('dpkg-query', ['-W', format, ...wanted], { encoding: 'utf8' });
  if (query.error) {
    throw new Error(`The tests need programs from Debian's packages, on Debian 12: ${wanted.join(' ')}`);
  }
  const installed = new Set(query.stdout.split('\n'));
  return wanted.filter((name) => !installed.has(`${name} installed`));
}
