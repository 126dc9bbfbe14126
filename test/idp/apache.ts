import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProgram, temporaryFolder, untilReady } from '../counterparts/program.ts';

export interface Apache {
  url: string;
  /** Its files. Whoever it runs as can write here. */
  folder: string;
  /** Returns the log, for failed tests. */
  log(): string;
  stop(): Promise<void>;
}

interface Site {
  /** Modules beside the usual ones, such as `auth_openidc`. */
  modules: string[];
  /** Directives of the server. The page of `/secret/` shows the variables that its module has set. */
  directives(site: { url: string; folder: string }): string;
}

/** Apache refuses to be root. */
export const apacheUser = process.getuid?.() === 0 ? 'www-data' : undefined;

const usualModules = [
  ...['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'env', 'setenvif', 'include'],
  ...['filter', 'alias', 'rewrite', 'headers'],
];

/** Starts an Apache of its own, with the modules of Debian, on a port of this machine. */
export async function startApache({ modules, directives }: Site): Promise<Apache> {
  const folder = temporaryFolder('apache');
  const url = `http://127.0.0.1:${await freePort()}`;
  mkdirSync(join(folder, 'htdocs/secret'), { recursive: true });
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'htdocs/index.html'), 'open to everyone');
  writeFileSync(join(folder, 'htdocs/secret/index.html'), '<pre><!--#printenv --></pre>');
  const all = [...usualModules, ...modules].map(
    (name) =>
      `LoadModule ${name === 'shib' ? 'mod_shib' : `${name}_module`} /usr/lib/apache2/modules/mod_${name}.so`,
  );
  const configuration = `
ServerRoot ${folder}
DefaultRuntimeDir ${folder}/run
PidFile ${folder}/run/apache.pid
ServerName ${url}
UseCanonicalName On
Listen ${new URL(url).host}
ErrorLog ${folder}/error.log
LogLevel info
${all.join('\n')}
TypesConfig /etc/mime.types
DocumentRoot ${folder}/htdocs
DirectoryIndex index.html
<Directory ${folder}/htdocs>
  Options +Includes
  AddOutputFilter INCLUDES .html
  Require all granted
</Directory>
${directives({ url, folder })}
`;
  writeFileSync(join(folder, 'apache.conf'), configuration);
  if (apacheUser) spawnSync('chown', ['-R', apacheUser, folder]);
  chmodSync(folder, 0o755);
  const log = () => readIfThere(join(folder, 'error.log'));
  const program = startProgram('apache2', ['-f', join(folder, 'apache.conf'), '-D', 'FOREGROUND'], {
    folder,
    user: apacheUser,
  });
  await untilReady('apache2', program, () => answers(url)).catch((error) => {
    throw new Error(`${error.message}\n${log()}`);
  });
  return { url, folder, log, stop: () => program.stop() };
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  return response?.status === 200;
}
