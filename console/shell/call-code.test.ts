import { expect, test } from 'vitest';
import type { RecordedCall } from '../api/recorder.ts';
import { clientCode, curlCode } from './call-code.ts';

const call: RecordedCall = {
  id: 1,
  path: '/console/P1/users',
  at: 0,
  name: 'management.user.create',
  method: 'POST',
  url: 'https://latchkey.example/v1/mgmt/user/create',
  arguments: [
    "o'neill",
    { email: 'a\\b', tags: ['x', 1], 'x-y': { deep: true }, absent: undefined },
    undefined,
  ],
  body: { loginId: "o'neill" },
};

test('client code is valid JavaScript that passes the recorded arguments', async () => {
  const code = clientCode(call);
  expect(code).toMatch(/^await client\.management\.user\.create\(/);
  expect(code).not.toContain('undefined');
  const given: unknown[] = [];
  const client = { management: { user: { create: (...values: unknown[]) => given.push(...values) } } };
  await new Function('client', `return (async () => { ${code} })();`)(client);
  expect(given).toEqual(["o'neill", { email: 'a\\b', tags: ['x', 1], 'x-y': { deep: true } }]);
});

test('an undefined argument keeps the position of those after it', () => {
  expect(clientCode({ ...call, arguments: [undefined, 'a'] })).toBe(
    "await client.management.user.create(undefined, 'a');",
  );
});

test('a curl command quotes the body for the shell and names the key instead of showing it', () => {
  expect(curlCode(call)).toBe(
    [
      "curl 'https://latchkey.example/v1/mgmt/user/create'",
      '-H "Authorization: Bearer $PROJECT_ID:$MANAGEMENT_KEY"',
      "-H 'Content-Type: application/json'",
      `-d '{"loginId":"o'\\''neill"}'`,
    ].join(' \\\n  '),
  );
});

test('a curl command names the method unless curl chooses it itself', () => {
  expect(curlCode({ ...call, method: 'GET', body: undefined })).not.toContain('-X');
  expect(curlCode({ ...call, method: 'DELETE', body: undefined })).toMatch(/^curl -X DELETE /);
});
