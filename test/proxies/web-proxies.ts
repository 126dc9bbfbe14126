import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../counterparts/certificate.ts';
import { type Program, startProgram, temporaryFolder, untilReady } from '../counterparts/program.ts';
import { accepts, configurationOf } from './proxies.ts';

interface Place {
  /** Where the proxy listens, with TLS. */
  port: number;
  /** The port of Latchkey. */
  instance: number;
  certificate: Certificate;
}

/** A proxy with the configuration of `docs/deploy/proxies.md`, adapted to this machine. */
export interface WebProxy {
  name: string;
  /** The reason for which its tests cannot run here. */
  missing: string | undefined;
  start(place: Place): Promise<Program>;
}

const program = (...paths: string[]) => paths.find((path) => existsSync(path));
const absent = (name: string) => `skipped: ${name} is not installed`;

const nginx = program('/usr/sbin/nginx');
const caddy = program('/usr/bin/caddy');
const traefik = program('/usr/bin/traefik', '/usr/local/bin/traefik');

export const webProxies: WebProxy[] = [
  {
    name: 'nginx',
    missing: nginx ? undefined : absent('nginx'),
    start: (place) =>
      startNginx(place, (folder) =>
        configurationOf('nginx', {
          '127.0.0.1:8080': `127.0.0.1:${place.instance}`,
          '  listen 80;\n  listen [::]:80;\n': `  listen unix:${join(folder, 'redirect.sock')};\n`,
          '  listen 443 ssl http2;\n  listen [::]:443 ssl http2;\n': `  listen 127.0.0.1:${place.port} ssl http2;\n`,
          'auth.example.com/fullchain.pem': 'fullchain.pem',
          'auth.example.com/privkey.pem': 'privkey.pem',
          '/etc/ssl/': `${folder}/`,
          'auth.example.com': 'localhost',
        }),
      ),
  },
  {
    name: 'Caddy',
    missing: caddy ? undefined : absent('caddy'),
    async start(place) {
      const folder = withCertificate('caddy', place.certificate);
      const text = configurationOf('caddyfile', {
        '127.0.0.1:8080': `127.0.0.1:${place.instance}`,
        '{\n\tservers {': '{\n\tadmin off\n\tauto_https off\n\tservers {',
        'auth.example.com {': `https://localhost:${place.port} {\n\tbind 127.0.0.1\n\ttls fullchain.pem privkey.pem`,
      });
      writeFileSync(join(folder, 'Caddyfile'), text);
      const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const args = ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'];
      return ready('Caddy', startProgram(caddy!, args, { folder, env }), place.port);
    },
  },
  {
    name: 'Traefik',
    missing: traefik ? undefined : absent('traefik'),
    async start(place) {
      const folder = withCertificate('traefik', place.certificate);
      const file = join(folder, 'latchkey.yml');
      const fixed = configurationOf('yaml', {
        '":80"': '"127.0.0.1:0"',
        '":443"': `"127.0.0.1:${place.port}"`,
        '/etc/traefik/latchkey.yml': file,
        '/var/lib/traefik/acme.json': join(folder, 'acme.json'),
      });
      const dynamic = configurationOf(
        'yaml',
        {
          'auth.example.com': 'localhost',
          '127.0.0.1:8080': `127.0.0.1:${place.instance}`,
          'tls:\n        certResolver: letsencrypt': 'tls: {}',
        },
        2,
      );
      const tls = `tls:\n  certificates:\n    - certFile: ${folder}/fullchain.pem\n      keyFile: ${folder}/privkey.pem\n`;
      writeFileSync(join(folder, 'traefik.yml'), fixed);
      writeFileSync(file, dynamic + tls);
      return ready('Traefik', startProgram(traefik!, ['--configFile=traefik.yml'], { folder }), place.port);
    },
  },
];

/** Starts nginx with nothing but `proxy_pass`, which forwards no address. */
export function startSilentNginx(place: Place): Promise<Program> {
  return startNginx(
    place,
    (folder) => `server {
  listen 127.0.0.1:${place.port} ssl;
  ssl_certificate ${folder}/fullchain.pem;
  ssl_certificate_key ${folder}/privkey.pem;
  location / { proxy_pass http://127.0.0.1:${place.instance}; }
}`,
  );
}

async function startNginx(
  { port, certificate }: Place,
  configurationIn: (folder: string) => string,
): Promise<Program> {
  const folder = withCertificate('nginx', certificate);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const text = `daemon off;
user root;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
access_log off;
${paths}
${configurationIn(folder)}
}
`;
  writeFileSync(join(folder, 'nginx.conf'), text);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  return ready('nginx', startProgram(nginx!, args, { folder }), port);
}

function withCertificate(name: string, { key, cert }: Certificate): string {
  const folder = temporaryFolder(name);
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key);
  return folder;
}

async function ready(name: string, started: Program, port: number): Promise<Program> {
  await untilReady(name, started, () => accepts(port));
  return started;
}
