import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLatchkey } from '../harness.ts';
import { claimsOf, refresh } from '../signed-in.ts';
import { createDealer } from '../take-turns.ts';
import { addEverything, type Door } from './additions.ts';
import { type Creation, type Creator, creations } from './creations.ts';
import { messagesOfReset, proofs, reset } from './proofs.ts';
import { type Case, createWorld, must, password, type World } from './world.ts';

/**
 * Somebody makes an account in the name of somebody else's address, adds everything that can be added, and leaves
 * everything unfinished that can be. Then the owner of the address proves it, and no way in is left.
 */

let world: World;
beforeAll(async () => {
  world = await createWorld(await startLatchkey());
});
afterAll(async () => {
  world.close();
  await world.latchkey.close();
});

const cases = creations.flatMap((creation) => proofs.map((proof) => ({ creation, proof })));
const possible = cases.filter(({ creation, proof }) => !creation.impossible?.[proof.kind]);
const deal = createDealer(2);
const dealt = creations.flatMap((creation) => deal(possible.filter((one) => one.creation === creation)));
/** The account of an unproven provider is not named after the address, so that a reset does not reach it. */
const named = creations.filter(
  ({ name, impossible }) => !impossible?.email && name !== 'a provider without proof of the address',
);
const reached = named.map((creation) => ({ creation, proof: reset }));

async function plant({ create }: Creation, kind: Case['kind']) {
  const target = world.newCase(kind);
  const creator = await create(world, target);
  await giveGrants(creator);
  return { target, creator, doors: await addEverything(world, target, creator) };
}

/** The additions of an administrator. */
async function giveGrants({ loginId }: Pick<Creator, 'loginId'>): Promise<void> {
  await world.manage('user/update/role/add', { loginId, roleNames: ['Given'] });
  await world.manage('user/update/tenant/add', { loginId, tenantId: 'given' });
}

/** The names of the doors that lead to a user. */
async function openDoors(doors: Door[], creator: Creator, userId: string): Promise<string[]> {
  const open: string[] = [];
  for (const door of doors) {
    const answer = await door.open();
    // A factor is added without a session.
    const entered = answer.status === 200 ? world.userOf(answer) || creator.userId : '';
    if (entered === userId) open.push(door.name);
  }
  return open;
}

describe.each(creations)('an account that was made by $name', (creation) => {
  const kinds = (['email', 'phone'] as const).filter((kind) => !creation.impossible?.[kind]);

  test.each(kinds)('is entered in every way until the owner of the %s comes', async (kind) => {
    const { creator, doors } = await plant(creation, kind);
    expect(await openDoors(doors, creator, creator.userId)).toEqual(doors.map(({ name }) => name));
  });

  // Another unproven address may be a stranger's, to whom the link would give the account.
  test.each(kinds)(
    'sends a link for a new password to an unproven %s only if it is the login ID',
    async (kind) => {
      const target = world.newCase(kind);
      const { userId } = await creation.create(world, target);
      const { user } = await world
        .manage('user/search', { userIds: [userId] })
        .then(({ users }) => ({ user: users[0] }));
      const isReached =
        kind === 'email' && user.email === target.victim && user.loginIds.includes(target.victim);
      expect(await messagesOfReset(world, target.victim)).toBe(isReached ? 1 : 0);
    },
  );
});

/** The control: what an administrator sets up is not taken for a creator's. */
describe.each([...proofs, reset])('after $name, in an account that an administrator made', (proof) => {
  test('everything is as before', async () => {
    const target = world.newCase(proof.kind);
    const { victim: loginId, own } = target;
    const given =
      proof.kind === 'email' ? { phone: own, verifiedEmail: false } : { email: own, verifiedPhone: false };
    const made = await world.manage('user/create', {
      loginId,
      password,
      ...given,
      additionalLoginIds: [own],
    });
    await giveGrants({ loginId });
    const before = must(await world.post('password/signin', { loginId, password }));
    const proven = await proof.prove(world, target);
    expect((await world.post('password/signin', { loginId, password })).status).toBe(200);
    expect((await refresh(world.latchkey, before.refreshJwt)).status).toBe(200);
    if (proof.notToGiven) return expect(proven.status).toBe(401);
    const { user, sessionJwt } = must(proven);
    expect(user).toMatchObject({ userId: made.user.userId, loginIds: [loginId, own], password: true });
    expect(user).toMatchObject(proof.kind === 'email' ? { phone: own } : { email: own });
    expect(claimsOf(sessionJwt).roles).toEqual(['Given']);
  });
});

describe.each([...dealt, ...reached])(
  'after $proof.name, in an account that was made by $creation.name',
  ({ creation, proof }) => {
    test('nothing that its creator added gets in', async () => {
      const { target, creator, doors } = await plant(creation, proof.kind);
      const { user, refreshJwt, sessionJwt } = must(await proof.prove(world, target));
      expect(user.loginIds).toContain(target.victim);
      expect(user).toMatchObject(
        proof.kind === 'email'
          ? { email: target.victim, verifiedEmail: true, phone: '', verifiedPhone: false }
          : { phone: target.victim, verifiedPhone: true, email: '', verifiedEmail: false },
      );
      expect(user).toMatchObject({ password: false, TOTP: false, webauthn: false });
      expect(await openDoors(doors, creator, user.userId)).toEqual([]);

      expect((await refresh(world.latchkey, refreshJwt)).status).toBe(200);
      if (user.userId !== creator.userId) return;
      expect(claimsOf(sessionJwt).roles).toEqual(['Given']);
      expect(Object.keys(claimsOf(sessionJwt).tenants)).toContain('given');
    });
  },
);
