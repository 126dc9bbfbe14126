import { spawnSync } from 'node:child_process';
import { type Outcome, runProgram } from './run-program.ts';

/** The packages of the real counterparts, by the program that tests start; PostgreSQL's servers are not in PATH. */
const packagesOf: Record<string, string[]> = {
  postgres: ['postgresql'],
  '/usr/bin/chromium-headless-shell': ['chromium-headless-shell'],
  oathtool: ['oathtool'],
  openssl: ['openssl'],
  xmlsec1: ['xmlsec1'],
  faketime: ['faketime'],
  // Names PHP's packages, so that PHP is installed as the command and the CGI program and not as a module of a
  // web server.
  php: [
    'simplesamlphp',
    'php8.2-cgi',
    'php8.2-cli',
    'php8.2-xml',
    'php8.2-mbstring',
    'php8.2-curl',
    'php8.2-sqlite3',
  ],
};

/** All programs that `npm test` can need. */
export const allPrograms = Object.keys(packagesOf);

/** The programs of `npm run test:failover`, `test:idp`, `test:proxies` and `test:streams` alone. */
const otherPackages: Record<string, string[]> = {
  patroni: ['patroni', 'python3-etcd'],
  etcd: ['etcd-server'],
  haproxy: ['haproxy'],
  pgbouncer: ['pgbouncer'],
  nginx: ['nginx-light'],
  caddy: ['caddy'],
  rsyslogd: ['rsyslog', 'rsyslog-gnutls'],
  pysaml2: ['python3-pysaml2', 'xmlsec1'],
  // With the modules that its portal needs and does not depend on.
  'lemonldap-ng': [
    ...['liblemonldap-ng-portal-perl', 'liblasso-perl', 'libplack-perl', 'libgd-securityimage-perl'],
    ...['libimage-magick-perl', 'libxml-simple-perl', 'libio-string-perl', 'libstring-random-perl'],
    ...['libcrypt-openssl-x509-perl', 'libcrypt-openssl-rsa-perl', 'libcrypt-openssl-bignum-perl'],
    ...['libconvert-pem-perl', 'libglib-perl', 'libhttp-browserdetect-perl', 'libmime-tools-perl'],
    'libunicode-string-perl',
  ],
  apache2: ['apache2', 'libapache2-mod-auth-openidc', 'libapache2-mod-auth-mellon', 'libapache2-mod-shib'],
};

/** Installs the packages that these programs need. Throws with the exact command when that needs another user. */
export async function ensureDebianPackages(programs: Iterable<string>, signal: AbortSignal): Promise<void> {
  const packages = [...programs].flatMap((program) => packagesOf[program] ?? otherPackages[program] ?? []);
  const missing = missingPackages(packages);
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
    signal,
  });
}

function missingPackages(packages: string[]): string[] {
  if (packages.length === 0) return [];
  const format = '-f=$' + '{Package} $' + '{db:Status-Status}\n';
  const query = spawnSync('dpkg-query', ['-W', format, ...packages], { encoding: 'utf8' });
  if (query.error) {
    throw new Error(`These tests need programs from Debian's packages, on Debian 12: ${packages.join(' ')}`);
  }
  const installed = new Set(query.stdout.split('\n'));
  return packages.filter((name) => !installed.has(`${name} installed`));
}
