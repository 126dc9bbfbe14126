import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { emptyLedger, type Target, verify, writeUntil } from './load.ts';

let latchkey: Latchkey;
let another: Latchkey;
let targets: Target[];

beforeAll(async () => {
  latchkey = await startLatchkey();
  another = await latchkey.startAnother();
  const { projectId, managementKey } = latchkey;
  targets = [latchkey, another].map(({ baseUrl }) => ({ baseUrl, projectId, managementKey }));
});

afterAll(async () => {
  await another.close();
  await latchkey.close();
});

test('a loss of any acknowledged write is found, and nothing else', async () => {
  const ledger = emptyLedger();
  const end = new AbortController();
  const writing = writeUntil(end.signal, targets, ledger);
  const isEnough = () =>
    ledger.created.length > 3 &&
    ledger.used.length > 1 &&
    [...ledger.names.values()].some(({ acknowledged }) => acknowledged !== 'name 0');
  await expect.poll(isEnough).toBe(true);
  end.abort();
  await writing;
  await verify(targets, ledger);
  expect(ledger.violations).toEqual([]);

  const [loginId] = ledger.created;
  await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
  const [renamed] = [...ledger.names].find(([, { acknowledged }]) => acknowledged !== 'name 0')!;
  await latchkey.manage('POST', '/v1/mgmt/user/update/name', { loginId: renamed, displayName: 'name 0' });
  const { refreshJwt } = ledger.used[0]!;
  await latchkey.request('POST', '/v1/auth/logout', {
    bearer: `${latchkey.projectId}:${refreshJwt}`,
    body: {},
  });
  await verify(targets, ledger);
  expect(ledger.violations).toEqual([
    expect.stringContaining(`the creation of ${loginId} was acknowledged and lost`),
    expect.stringContaining(`${renamed} is called name 0`),
    expect.stringContaining('an acknowledged session was lost'),
  ]);
});
