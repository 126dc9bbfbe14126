import { expect, test } from 'vitest';
import { type Client, type CustomAttribute, createClient, type User } from '../../../client/client.ts';
import { mergeProfiles, type ProfileValues, saveProfile, valuesOf, withEdits } from './profile-values.ts';

const definitions = [
  { name: 'plan', type: 1 },
  { name: 'tags', type: 5 },
] as CustomAttribute[];

const user = {
  name: 'Ann',
  givenName: 'Ann',
  middleName: '',
  familyName: '',
  picture: '',
  email: 'ann@example.com',
  verifiedEmail: true,
  phone: '',
  verifiedPhone: false,
  recoveryEmail: '',
  verifiedRecoveryEmail: false,
  recoveryPhone: '',
  verifiedRecoveryPhone: false,
  customAttributes: { plan: 'pro' },
} as unknown as User;

const before = valuesOf(user, definitions);

/** A client that records its requests. The request number `failing` is rejected. */
function recordingClient(failing = -1) {
  const requests: [path: string, body: Record<string, unknown>][] = [];
  const client: Client = createClient({
    projectId: 'P1',
    baseUrl: 'https://latchkey.example',
    async fetch(url, { body = '{}' } = {}) {
      requests.push([new URL(url).pathname, JSON.parse(String(body))]);
      const isFailing = requests.length - 1 === failing;
      return isFailing
        ? Response.json({ errorCode: 'E011003', errorDescription: 'refused' }, { status: 400 })
        : Response.json({ user: { userId: 'U1' } });
    },
  });
  return { client, requests };
}

const save = async (to: ProfileValues, failing?: number) => {
  const { client, requests } = recordingClient(failing);
  return { result: await saveProfile(client, 'U1', { from: before, to }), requests };
};

test('the form shows an empty value for an attribute that the user lacks', () => {
  expect(before.attributes).toEqual({ plan: 'pro', tags: [] });
});

test('edits are kept when the user is reloaded, and unedited fields follow the server', () => {
  const typed = { ...before, name: 'Anna', attributes: { ...before.attributes, plan: 'free' } };
  const next = valuesOf(
    { ...user, familyName: 'Gray', phone: '+12025550123', customAttributes: { plan: 'pro', tags: ['x'] } },
    definitions,
  );
  expect(withEdits(typed, before, next)).toMatchObject({
    name: 'Anna',
    familyName: 'Gray',
    addresses: { phone: { address: '+12025550123' } },
    attributes: { plan: 'free', tags: ['x'] },
  });
});

test('saving sends only the changed parts', async () => {
  const addresses = { ...before.addresses, phone: { address: ' +12025550123 ', verified: true } };
  const { requests } = await save({ ...before, addresses });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toEqual([
    '/v1/mgmt/user/update/phone',
    { loginId: 'U1', phone: '+12025550123', verified: true },
  ]);
});

test('saving sends only the changed attributes, and an empty list removes the value', async () => {
  const { requests } = await save({ ...before, attributes: { plan: 'pro', tags: [] } });
  expect(requests.map(([path]) => path)).toEqual(['/v1/mgmt/user']);
  const { client, requests: sent } = recordingClient();
  const from = { ...before, attributes: { plan: 'pro', tags: ['x'] } };
  await saveProfile(client, 'U1', { from, to: before });
  expect(sent[0]?.[1]).toMatchObject({ loginId: 'U1', customAttributes: { tags: '' } });
});

test('saving stops at the first rejected call', async () => {
  const picture = 'https://example.com/a.png';
  const { result, requests } = await save({ ...before, name: 'Anna', picture }, 0);
  expect(requests).toHaveLength(1);
  expect(result.ok).toBe(false);
});

test('an address and whether it is verified are one thing to two administrators', () => {
  const yours = {
    ...before,
    addresses: { ...before.addresses, phone: { address: '+12025550123', verified: false } },
  };
  const theirs = {
    ...before,
    name: 'Anna',
    addresses: { ...before.addresses, phone: { address: '+12025550199', verified: true } },
  };
  expect(mergeProfiles(before, yours, { ...before, name: 'Anna' })).toEqual({ ...yours, name: 'Anna' });
  expect(() => mergeProfiles(before, yours, theirs)).toThrow(
    expect.objectContaining({
      differences: [{ name: 'phone', theirs: ['+12025550199', true], yours: ['+12025550123', false] }],
    }),
  );
});
