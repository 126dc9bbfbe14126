import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, configWarnings, readCommandConfig, readConfig } from './config.ts';

const production = {
  LATCHKEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  LATCHKEY_BASE_URL: 'https://auth.example.com',
};

const inProduction = (env: NodeJS.ProcessEnv) => readConfig('production', { ...production, ...env });
const inDevelopment = (env: NodeJS.ProcessEnv) => readConfig('development', env);

test('development needs no setting and listens on loopback', () => {
  const config = inDevelopment({});
  expect(config).toMatchObject({ mode: 'development', host: 'localhost', port: 8080, secretKeys: undefined });
  expect(config.allowedPrivateNetworks).toContain('localhost');
});

test('production reaches private networks only if they are listed', () => {
  expect(inProduction({}).allowedPrivateNetworks).toEqual([]);
  const env = { LATCHKEY_ALLOW_PRIVATE_NETWORK: ' 10.0.0.0/8, fd00::/8 idp.internal,192.168.1.5 ' };
  expect(inProduction(env).allowedPrivateNetworks).toEqual([
    '10.0.0.0/8',
    'fd00::/8',
    'idp.internal',
    '192.168.1.5',
  ]);
});

test('proxies are trusted by address, never by number', () => {
  expect(inProduction({}).trustedProxies).toEqual([]);
  const env = { LATCHKEY_TRUSTED_PROXIES: ' 10.0.0.0/8, fd00::/8 192.168.1.5 ' };
  expect(inProduction(env).trustedProxies).toEqual(['10.0.0.0/8', 'fd00::/8', '192.168.1.5']);
  for (const wrong of ['1', 'true', 'proxy.internal', '10.0.0.0/33', '*']) {
    expect(() => inProduction({ LATCHKEY_TRUSTED_PROXIES: wrong })).toThrow(/LATCHKEY_TRUSTED_PROXIES/);
  }
});

describe('the environment is reported', () => {
  const proxied = { ...production, LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' };

  test('when production listens on loopback and trusts no proxy', () => {
    for (const HOST of ['', '127.0.0.1', 'localhost', '::1']) {
      expect(configWarnings({ ...production, HOST })).toEqual([
        expect.stringContaining('LATCHKEY_TRUSTED_PROXIES'),
      ]);
      expect(configWarnings({ ...proxied, HOST })).toEqual([]);
    }
    expect(configWarnings({ ...production, HOST: '0.0.0.0' })).toEqual([]);
    expect(configWarnings({ LATCHKEY_MODE: 'development' })).toEqual([]);
  });

  test.each([
    ['LATCHKEY_TRUSTED_PROXY', 'LATCHKEY_TRUSTED_PROXIES'],
    ['LATCHKEY_BASEURL', 'LATCHKEY_BASE_URL'],
    ['LATCHKEY_SECRET_KEY_FLIE', 'LATCHKEY_SECRET_KEY_FILE'],
    ['LATCHKEY_DATABASE_URL', 'DATABASE_URL'],
    ['LATCHKEY_PORT', 'PORT'],
    ['LATCHKEY_ALLOW_HTPP', 'LATCHKEY_ALLOW_HTTP'],
    ['latchkey_base_url', 'LATCHKEY_BASE_URL'],
  ])('when %s is no setting: did you mean %s?', (name, meant) => {
    const warnings = configWarnings({ ...proxied, [name]: 'hunter2' });
    expect(warnings).toEqual([`${name} is not a setting and has no effect. Did you mean ${meant}?`]);
  });

  test('when a variable resembles no setting, without its value', () => {
    const [warning, ...others] = configWarnings({ ...proxied, LATCHKEY_COLOUR_OF_THE_DOOR: 'hunter2' });
    expect(warning).toMatch(/^LATCHKEY_COLOUR_OF_THE_DOOR is not a setting(?!.*hunter2)/);
    expect(others).toEqual([]);
  });

  test('but settings, variables of others and those of Kubernetes for a Service are not', () => {
    const env = { LATCHKEY_ALLOW_HTTP: 'true', OTEL_SERVICE_NAME: 'x', PATH: '/bin', LATCHKEY_PLACES: '' };
    const service = {
      LATCHKEY_SERVICE_HOST: '10.0.0.1',
      LATCHKEY_SERVICE_PORT_HTTP: '8080',
      LATCHKEY_PORT: 'tcp://10.0.0.1:8080',
      LATCHKEY_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      LATCHKEY_PORT_8080_TCP_ADDR: '10.0.0.1',
    };
    expect(configWarnings({ ...proxied, ...env, ...service })).toEqual([]);
  });
});

test('a Unix socket is refused by name', () => {
  expect(() => inProduction({ HOST: '/run/latchkey.sock' })).toThrow(/HOST.*Unix sockets/);
});

describe('production refuses to start', () => {
  test('without a secret key', () => {
    expect(() => readConfig('production', { LATCHKEY_BASE_URL: production.LATCHKEY_BASE_URL })).toThrow(
      /SECRET_KEY/,
    );
  });

  test('without an https address, unless http is explicitly allowed', () => {
    expect(() => inProduction({ LATCHKEY_BASE_URL: '' })).toThrow(/LATCHKEY_BASE_URL/);
    expect(() => inProduction({ LATCHKEY_BASE_URL: 'http://a.example' })).toThrow(/LATCHKEY_BASE_URL/);
    const allowed = inProduction({ LATCHKEY_BASE_URL: 'http://a.example', LATCHKEY_ALLOW_HTTP: 'true' });
    expect(allowed.baseUrl).toBe('http://a.example');
  });
});

test('development refuses to listen where other machines can reach it', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.example.com']) {
    expect(() => inDevelopment({ HOST })).toThrow(/loopback only/);
  }
  for (const HOST of ['localhost', '127.0.0.1', '127.0.0.2', '::1'])
    expect(inDevelopment({ HOST }).host).toBe(HOST);
});

test('development refuses an address that other machines could open', () => {
  for (const LATCHKEY_BASE_URL of [
    'https://auth.example.com',
    'http://192.168.1.5:8080',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0:8080',
  ]) {
    const attempt = () => inDevelopment({ LATCHKEY_BASE_URL });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(/LATCHKEY_BASE_URL.*LATCHKEY_MODE=production/);
  }
  for (const LATCHKEY_BASE_URL of ['http://localhost:9000', 'https://127.0.0.1/auth', 'http://[::1]:8080']) {
    expect(inDevelopment({ LATCHKEY_BASE_URL }).baseUrl).toBe(LATCHKEY_BASE_URL);
  }
});

test('the mode can be set, whatever the command', () => {
  expect(inDevelopment({ ...production, LATCHKEY_MODE: 'production' }).mode).toBe('production');
});

test('an empty variable counts as unset', () => {
  const names = [
    'PORT',
    'HOST',
    'DATABASE_URL',
    'LATCHKEY_MODE',
    'LATCHKEY_BASE_URL',
    'LATCHKEY_DATA_DIR',
    'LATCHKEY_LOG',
  ];
  expect(inDevelopment(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(inDevelopment({}));
});

describe('a secret in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (text: string, name = 'secret') => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test.each([
    ['LATCHKEY_SECRET_KEY', Buffer.alloc(32, 2).toString('base64')],
    ['LATCHKEY_MANAGEMENT_KEY', 'k'.repeat(32)],
    ['DATABASE_URL', 'postgres://latchkey:hunter2@db.example.com/latchkey'],
  ])('%s_FILE has the same effect as %s, and the newline at its end does not count', (name, value) => {
    const withoutKey = { LATCHKEY_BASE_URL: production.LATCHKEY_BASE_URL };
    const others = name === 'LATCHKEY_SECRET_KEY' ? withoutKey : production;
    const expected = readConfig('production', { ...others, [name]: value });
    expect(readConfig('production', { ...others, [`${name}_FILE`]: write(`${value}\n`) })).toEqual(expected);
    expect(inDevelopment({ [name]: value, [`${name}_FILE`]: '' })).toEqual(inDevelopment({ [name]: value }));
  });

  test('is refused by name when it is missing, empty or wrong, or when the variable is set, too', () => {
    for (const env of [
      { DATABASE_URL_FILE: join(folder, 'none') },
      { DATABASE_URL_FILE: folder },
      { DATABASE_URL_FILE: write('\n', 'empty') },
      { DATABASE_URL_FILE: write('postgres://a/b'), DATABASE_URL: 'postgres://a/b' },
    ]) {
      expect(() => readCommandConfig(env)).toThrow(ConfigError);
      expect(() => readCommandConfig(env)).toThrow(/DATABASE_URL_FILE/);
    }
    const wrong = { DATABASE_URL_FILE: write('hunter2') };
    expect(() => readCommandConfig(wrong)).toThrow(/DATABASE_URL(?!.*hunter2)/);
  });
});

test('the page that calls the API is there in development, and in production if it is asked for', () => {
  expect(inDevelopment({}).hasApiPage).toBe(true);
  expect(inDevelopment({ LATCHKEY_API_PAGE: 'false' }).hasApiPage).toBe(false);
  expect(inProduction({}).hasApiPage).toBe(false);
  expect(inProduction({ LATCHKEY_API_PAGE: 'true' }).hasApiPage).toBe(true);
});

test('the metrics have no port of their own unless one is set', () => {
  expect(inProduction({}).metricsPort).toBeUndefined();
  expect(inProduction({ LATCHKEY_METRICS_PORT: '9090' }).metricsPort).toBe(9090);
  expect(inProduction({ PORT: '0', LATCHKEY_METRICS_PORT: '0' }).metricsPort).toBe(0);
});

test('a base address loses its trailing slashes and may have a path', () => {
  expect(inProduction({ LATCHKEY_BASE_URL: 'https://a.example/auth//' }).baseUrl).toBe(
    'https://a.example/auth',
  );
});

test.each([
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['LATCHKEY_METRICS_PORT', '8080'],
  ['LATCHKEY_METRICS_PORT', '65536'],
  ['LATCHKEY_API_PAGE', 'yes'],
  ['LATCHKEY_MODE', 'staging'],
  ['LATCHKEY_LOG', 'xml'],
  ['LATCHKEY_LOG', 'json:loud'],
  ['LATCHKEY_BASE_URL', 'auth.example.com'],
  ['LATCHKEY_BASE_URL', 'https:auth.example.com'],
  ['LATCHKEY_BASE_URL', 'ftp://auth.example.com'],
  ['LATCHKEY_BASE_URL', 'https://auth.example.com/?a'],
  ['LATCHKEY_BASE_URL', 'https://auth.example.com/#a'],
  ['LATCHKEY_BASE_URL', 'https://user@auth.example.com'],
  ['LATCHKEY_BASE_URL', 'https://:secret@auth.example.com'],
  ['LATCHKEY_SECRET_KEY', 'short'],
  ['LATCHKEY_SECRET_KEY', Buffer.alloc(31).toString('base64')],
  ['LATCHKEY_SECRET_KEY', Buffer.alloc(32).toString('hex')],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['LATCHKEY_BREACHED_PASSWORDS', '/srv/hashes.txt'],
  ['LATCHKEY_BREACHED_PASSWORDS', 'https://api.example.com/range/?mode=ntlm'],
  ['LATCHKEY_DATABASE_POOL', '1'],
  ['LATCHKEY_DATABASE_PREPARE', 'no'],
  ['LATCHKEY_PROJECT_ID', 'P123'],
  ['LATCHKEY_PROJECT_ID', `X${'a'.repeat(27)}`],
  ['LATCHKEY_MANAGEMENT_KEY', 'short'],
  ['LATCHKEY_MANAGEMENT_KEY', `${'a'.repeat(32)}:x`],
  ['LATCHKEY_MANAGEMENT_KEY', `${'a'.repeat(32)}.b.c`],
  ['LATCHKEY_ALLOW_PRIVATE_NETWORK', '10.0.0.0/33'],
  ['LATCHKEY_ALLOW_PRIVATE_NETWORK', 'http://idp.internal'],
  ['LATCHKEY_ALLOW_PRIVATE_NETWORK', '*.internal'],
])('%s=%s is refused by name', (name, value) => {
  const attempt = () => inProduction({ [name]: value });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(new RegExp(name));
});

test('the secret keys are a list, the newest first, of which one key is the shortest', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const keysIn = (text: string) => inProduction({ LATCHKEY_SECRET_KEY: text }).secretKeys;
  const [first, second] = [one.toString('base64'), two.toString('base64')];
  expect(keysIn(`${first}\n`)).toEqual([one]);
  for (const separator of [',', ', ', ' ', '\n']) {
    expect(keysIn(`${first}${separator}${second}`)).toEqual([one, two]);
  }
  for (const wrong of [`${first},short`, `${first},${first}`, ',']) {
    expect(() => keysIn(wrong)).toThrow(/^LATCHKEY_SECRET_KEY /);
  }
});

test('a refusal never repeats a secret', () => {
  for (const name of ['LATCHKEY_SECRET_KEY', 'LATCHKEY_MANAGEMENT_KEY', 'DATABASE_URL']) {
    expect(() => inProduction({ [name]: 'hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  }
});

test('commands that do not listen need no address and no key', () => {
  expect(readCommandConfig({})).toMatchObject({
    mode: 'production',
    secretKeys: undefined,
    baseUrl: undefined,
  });
});
