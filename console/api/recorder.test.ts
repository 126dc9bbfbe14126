import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../client/client.ts';
import { recorded, recordedCalls, recordingFetch } from './recorder.ts';

const answer = vi.fn<() => Promise<Response>>();
vi.stubGlobal('fetch', answer);
vi.stubGlobal('location', { pathname: '/console/P1/users' });
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => void answer.mockImplementation(async () => Response.json({})));

const client = recorded(
  createClient({ projectId: 'P1', baseUrl: 'https://latchkey.example', fetch: recordingFetch }),
);

const shown = () => JSON.stringify(recordedCalls()[0]);

test('a management call is recorded with its method, arguments and status', async () => {
  await client.management.user.load('U1');
  expect(recordedCalls()[0]).toMatchObject({
    name: 'management.user.load',
    arguments: ['U1'],
    method: 'GET',
    path: '/console/P1/users',
    status: 200,
  });
  expect(recordedCalls()[0]?.url).toContain('/v1/mgmt/user?');
});

test('a call without a response has the status 0', async () => {
  answer.mockRejectedValue(new TypeError('offline'));
  await client.management.user.load('U1');
  expect(recordedCalls()[0]?.status).toBe(0);
});

test('the administrator’s own sign-in is not recorded', async () => {
  const count = recordedCalls().length;
  await client.password.signIn('ada@example.com', 'hidden-password');
  expect(recordedCalls()).toHaveLength(count);
});

test('a secret appears neither in the body nor among the arguments', async () => {
  await client.management.user.setActivePassword('U1', 'hidden-password');
  expect(shown()).toContain('U1');
  expect(shown()).not.toContain('hidden-password');
});

test('settings whose names resemble secrets are shown', async () => {
  await client.management.project.configureSettings({ tokenDelivery: 'cookies' });
  expect(shown()).toContain('"cookies"');
});
