import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOrigin } from '../counterparts/authenticator.ts';
import { startLatchkey } from '../harness.ts';
import { codeSentTo } from '../messages.ts';
import { refresh } from '../signed-in.ts';
import { proofs } from './proofs.ts';
import { type Case, channelOf, createWorld, must, password, type World } from './world.ts';

/**
 * Somebody signs up in the name of an address that is not theirs, and puts an address of their own in its place, so that
 * what is sent to the account goes to them. The owner of the name can come in nevertheless, by what is theirs.
 */

let world: World;
beforeAll(async () => {
  world = await createWorld(await startLatchkey());
});
afterAll(async () => {
  world.close();
  await world.latchkey.close();
});

async function squat({ kind, victim: loginId, tag }: Case) {
  const { latchkey, post } = world;
  const own = kind === 'email' ? `creator@${tag}.example` : `+1303555${tag.slice(5).padStart(4, '0')}`;
  const { refreshJwt, user } = must(await post('password/signup', { loginId, password }));
  const [path, field] = kind === 'email' ? ['email', 'email'] : ['phone/sms', 'phone'];
  must(await post(`otp/update/${path}`, { loginId, [field]: own }, refreshJwt));
  const code = await codeSentTo(latchkey, own);
  must(await post(`otp/verify/${channelOf(own)}`, { loginId, code }, refreshJwt));
  return { userId: user.userId, refreshJwt, own };
}

describe.each(proofs)('$name', (proof) => {
  test('signs in the owner of a name whose account has another address by now', async () => {
    const target = world.newCase(proof.kind);
    const { userId, own } = await squat(target);
    const { user, refreshJwt } = must(await proof.prove(world, target));
    expect(user.loginIds).toEqual([target.victim]);
    expect(user.userId).not.toBe(userId);
    expect((await refresh(world.latchkey, refreshJwt)).status).toBe(200);
    const signedIn = await world.post('password/signin', { loginId: target.victim, password });
    expect(world.userOf(signedIn)).toBe('');
    // The other account goes on under the address that its holder has proven.
    expect((await world.load(own)).userId).toBe(userId);
    const signIn = await world.post('password/signin', { loginId: own, password });
    expect(world.userOf(signIn)).toBe(userId);
  });
});

describe('whoever signs up under an address cannot say that another one of the kind is theirs', () => {
  const said = (kind: Case['kind']) =>
    kind === 'email' ? { email: 'creator@elsewhere.example' } : { phone: '+13035550000' };

  test.each(['email', 'phone'] as const)('%s', async (kind) => {
    const { victim: loginId, own } = world.newCase(kind);
    const user = said(kind);
    const channel = channelOf(own);
    const other = kind === 'email' ? { phone: own } : { email: own };
    const answers = [
      await world.post('password/signup', { loginId, password, user }),
      await world.post('totp/signup', { loginId, user }),
      await world.post('webauthn/signup/start', { loginId, user, origin: pageOrigin }),
      await world.post(`otp/signup/${channel}`, { loginId, user: { ...user, ...other } }),
      await world.post(`magiclink/signup/${channel}`, { loginId, user: { ...user, ...other } }),
    ];
    for (const { status, body } of answers) expect([status, body.errorCode]).toEqual([400, 'E011004']);
  });
});
