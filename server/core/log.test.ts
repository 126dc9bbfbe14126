import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(format: 'json' | 'pretty', write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ logFormat: format, logLevel: 'debug' }, { write: (line: string) => (text += line) }));
  return text;
}

const secrets = [
  'authorization',
  'code',
  'cookie',
  'key',
  'managementKey',
  'newPassword',
  'oldPassword',
  'password',
  'refreshJwt',
  'RelayState',
  'SAMLResponse',
  'secret',
  'sessionJwt',
  'token',
];

test.each(['json', 'pretty'] as const)(
  'secrets are not logged, at the top or one level down (%s)',
  (format) => {
    for (const name of secrets) {
      const text = logged(format, (log) => log.info({ [name]: 'hunter2', body: { [name]: 'hunter2' } }, 'x'));
      expect(text).not.toContain('hunter2');
      expect(text).toContain('[redacted]');
    }
  },
);

test.each(['json', 'pretty'] as const)('an entry is one line, whatever it contains (%s)', (format) => {
  const hostile = 'x\r\n{"level":"info","msg":"forged"}\u001b[2J';
  const text = logged(format, (log) => log.info({ displayName: hostile, deep: { name: hostile } }, hostile));
  expect(text.match(/[\r\n]/g)).toEqual(['\n']);
  expect(text).not.toContain('\u001b[2J');
});

test('a fault is logged with its stack', () => {
  for (const format of ['json', 'pretty'] as const) {
    expect(logged(format, (log) => log.error({ err: new Error('broken') }, 'x'))).toMatch(
      /broken.*log\.test/s,
    );
  }
});

test('a JSON line has a time and a level name, and nothing about the machine', () => {
  const line = JSON.parse(logged('json', (log) => log.warn({ a: 1 }, 'x'))) as Record<string, unknown>;
  expect(Object.keys(line).sort()).toEqual(['a', 'level', 'msg', 'time']);
  expect(line['level']).toBe('warn');
});
