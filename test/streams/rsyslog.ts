import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Certificate } from '../counterparts/certificate.ts';
import { type Program, startProgram, temporaryFolder, untilReady } from '../counterparts/program.ts';

export interface Rsyslog {
  /** The fields that it has parsed, and the message, of everything that is in its file. */
  stored(): string[][];
  start(): Promise<void>;
  /** As a crash. */
  kill(): Promise<void>;
}

const fields =
  '%syslogfacility% %syslogseverity% %timestamp:::date-rfc3339% %hostname% %app-name% %msgid% %structured-data%';

/** Starts an rsyslogd of its own with the configuration that docs/audit-stream.md has, and this certificate. */
export async function startRsyslog(port: number, { key, cert }: Certificate): Promise<Rsyslog> {
  const folder = temporaryFolder('rsyslog');
  const at = (name: string) => join(folder, name);
  writeFileSync(at('key.pem'), key);
  for (const name of ['cert.pem', 'ca.pem']) writeFileSync(at(name), cert);
  const documented = documentedConfiguration()
    .replaceAll('/etc/rsyslog.d', folder)
    .replace('/var/log/latchkey-audit.log', at('audit.log'))
    .replace('port="6514"', `port="${port}"`)
    .replace('string="%msg%', `string="${fields} %msg%`);
  writeFileSync(at('rsyslog.conf'), `global(workDirectory="${folder}")\n${documented}`);
  let program: Program;
  let pid: string;
  let count = 0;
  const start = async () => {
    count += 1;
    pid = at(`${count}.pid`);
    program = startProgram('rsyslogd', ['-n', '-f', at('rsyslog.conf'), '-i', pid], {
      folder,
      keepsFolder: true,
    });
    await untilReady('rsyslogd', program, () => answers(port));
  };
  await start();
  return {
    stored() {
      const text = existsSync(at('audit.log')) ? readFileSync(at('audit.log'), 'utf8') : '';
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(/ (?!sequenceId)/));
    },
    start,
    async kill() {
      process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
      await program.stop();
    },
  };
}

function documentedConfiguration(): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/audit-stream.md'), 'utf8');
  const [, configuration] = /```conf\n([\s\S]*?)```/.exec(text) ?? [];
  if (configuration === undefined) throw new Error('docs/audit-stream.md has no configuration of rsyslog');
  return configuration;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
