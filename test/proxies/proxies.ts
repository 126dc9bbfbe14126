import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Program, startProgram, temporaryFolder, untilReady } from '../counterparts/program.ts';

const page = readFileSync(new URL('../../docs/deploy/proxies.md', import.meta.url), 'utf8');

/** Returns the configuration that the page shows, with addresses and paths of this machine. */
export function configurationOf(
  language: 'haproxy' | 'ini' | 'nginx' | 'caddyfile' | 'yaml',
  replacements: Record<string, string>,
  occurrence = 1,
): string {
  let text = page.split(`\`\`\`${language}\n`)[occurrence]?.split('```')[0] ?? '';
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`docs/deploy/proxies.md no longer contains ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The kernel ends it with this process. Its configuration is that of `docs/deploy/proxies.md`. */
export async function startPgBouncer(
  port: number,
  postgresPort: number,
  poolMode: 'session' | 'transaction',
  { user, password }: { user: string; password: string },
): Promise<Program> {
  const folder = temporaryFolder('pgbouncer');
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"${user}" "${password}"\n`);
  const configuration = configurationOf('ini', {
    'host=10.0.0.20 port=5432': `host=127.0.0.1 port=${postgresPort}`,
    'listen_addr = 10.0.0.20': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${port}\nunix_socket_dir =`,
    '/etc/pgbouncer/userlist.txt': users,
    'pool_mode = transaction': `pool_mode = ${poolMode}`,
  });
  writeFileSync(join(folder, 'pgbouncer.ini'), configuration);
  // PgBouncer refuses to run as root.
  const owner = process.getuid?.() === 0 ? 'postgres' : undefined;
  if (owner) execFileSync('chown', ['-R', `${owner}:`, folder]);
  chmodSync(folder, 0o700);
  const options = { folder, user: owner, stopSignal: 'SIGINT' as const };
  const program = startProgram('/usr/sbin/pgbouncer', ['pgbouncer.ini'], options);
  await untilReady('PgBouncer', program, () => accepts(port));
  return program;
}

export interface HaProxy {
  /** Sends a command to the administration socket, and returns the answer. */
  command(line: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts HAProxy with the configuration of `docs/deploy/proxies.md`, without the certificate. */
export async function startHaProxy(port: number, instances: readonly [number, number]): Promise<HaProxy> {
  const folder = temporaryFolder('haproxy');
  const configuration = configurationOf('haproxy', {
    'bind :443 ssl crt /etc/haproxy/auth.example.com.pem alpn h2,http/1.1': `bind 127.0.0.1:${port}`,
    '/run/haproxy/admin.sock': join(folder, 'admin.sock'),
    '10.0.0.11:8080': `127.0.0.1:${instances[0]}`,
    '10.0.0.12:8080': `127.0.0.1:${instances[1]}`,
  });
  writeFileSync(join(folder, 'haproxy.cfg'), configuration);
  const program = startProgram('/usr/sbin/haproxy', ['-db', '-f', 'haproxy.cfg'], { folder });
  await untilReady('HAProxy', program, () => accepts(port));
  return {
    stop: () => program.stop(),
    async command(line) {
      const socket = connect(join(folder, 'admin.sock'));
      socket.end(`${line}\n`);
      return (await socket.setEncoding('utf8').toArray()).join('');
    },
  };
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
