import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, newestMessageTo, secretOf, secretSentTo } from '../../../../test/messages.ts';

/** Tests an application that signs its users in by codes and links, with the public Node SDK and with our own client. */

let latchkey: Latchkey;
let sdk: ReturnType<Latchkey['sdk']>;
/** An SDK with the auth management key, which states that the person is signed in there. */
let vouching: ReturnType<Latchkey['sdk']>;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  latchkey = await startLatchkey();
  sdk = latchkey.sdk();
  vouching = latchkey.sdk({ vouching: true });
  const { projectId, managementKey, baseUrl } = latchkey;
  client = createClient({ projectId, managementKey, baseUrl });
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `person${++counter}@sdk.example`;
const newPhone = () => `+1202558${String(++counter).padStart(4, '0')}`;
const isRefused = { ok: false, code: 401, error: { errorCode: 'E064002' } };
const page = 'http://localhost:3000/verify';

/** Returns the link with this number in the newest email. */
async function chosen(email: string, linkId: string): Promise<string> {
  const { text, links } = await newestMessageTo(latchkey, email);
  const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
  return secretOf(links[numbers.indexOf(linkId)]);
}

describe('the Node SDK', () => {
  test('signs up, in, and up or in by codes by email, and changes the address', async () => {
    const email = newEmail();
    const begun = await sdk.otp.signUp.email(email, { name: 'Ann' }, { customClaims: { a: 1 } });
    expect(begun).toMatchObject({ ok: true, data: { maskedEmail: 'p***@s***.example' } });
    const signedUp = await sdk.otp.verify.email(email, await codeSentTo(latchkey, email));
    expect(signedUp.data).toMatchObject({ firstSeen: true, user: { name: 'Ann', verifiedEmail: true } });
    await sdk.otp.signIn.email(email, { customClaims: { plan: 'gold' }, templateOptions: { a: 'b' } });
    const signedIn = await sdk.otp.verify.email(email, await codeSentTo(latchkey, email));
    expect(await sdk.validateSession(signedIn.data?.sessionJwt as string)).toMatchObject({
      token: { amr: ['email'] },
    });
    const refreshJwt = signedIn.data?.refreshJwt as string;
    await sdk.otp.signUpOrIn.email(email);
    expect((await sdk.otp.verify.email(email, await codeSentTo(latchkey, email))).data?.firstSeen).toBe(
      false,
    );
    const next = newEmail();
    const options = { addToLoginIDs: true, onMergeUseExisting: true } as const;
    expect((await sdk.otp.update.email(email, next, refreshJwt, options)).ok).toBe(true);
    const code = await codeSentTo(latchkey, next);
    expect(await sdk.otp.verify.email(email, code)).toMatchObject(isRefused);
    const changed = await vouching.otp.verify.email(email, code);
    expect(changed.data?.user).toMatchObject({ email: next, loginIds: [email, next] });
  });

  test('does the same by SMS, after a refused code', async () => {
    const phone = newPhone();
    expect((await sdk.otp.signUp.sms(phone)).data?.maskedPhone).toBe(`***${phone.slice(-2)}`);
    const code = await codeSentTo(latchkey, phone);
    const refused = await sdk.otp.verify.sms(phone, code === '000000' ? '000001' : '000000');
    expect(refused).toMatchObject({ ok: false, code: 401, error: { errorCode: 'E061102' } });
    const signedUp = await sdk.otp.verify.sms(phone, code);
    const refreshJwt = signedUp.data?.refreshJwt as string;
    await sdk.otp.signIn.sms(phone, { stepup: true }, refreshJwt);
    const stepped = await sdk.otp.verify.sms(phone, await codeSentTo(latchkey, phone));
    expect(await sdk.validateSession(stepped.data?.sessionJwt as string)).toMatchObject({
      token: { su: true },
    });
    const next = newPhone();
    await sdk.otp.update.phone.sms(phone, next, stepped.data?.refreshJwt as string);
    const sent = await codeSentTo(latchkey, next);
    expect(await sdk.otp.verify.sms(phone, sent)).toMatchObject(isRefused);
    const changed = await vouching.otp.verify.sms(phone, sent);
    expect(changed.data?.user).toMatchObject({ phone: next, verifiedPhone: true });
    expect((await sdk.otp.signUpOrIn.sms(newPhone())).ok).toBe(true);
    expect(await sdk.otp.signUp.voice(phone)).toMatchObject({ ok: false, code: 501 });
  });

  test('does the same by magic links', async () => {
    const email = newEmail();
    await sdk.magicLink.signUp.email(email, page, { name: 'Ann' });
    const signedUp = await sdk.magicLink.verify(await secretSentTo(latchkey, email));
    expect(signedUp.data).toMatchObject({ firstSeen: true, user: { name: 'Ann' } });
    await sdk.magicLink.signIn.email(email, page);
    const signedIn = await sdk.magicLink.verify(await secretSentTo(latchkey, email));
    expect(signedIn.data?.firstSeen).toBe(false);
    await sdk.magicLink.signUpOrIn.email(email, page);
    expect((await sdk.magicLink.verify(await secretSentTo(latchkey, email))).ok).toBe(true);
    const refreshJwt = signedIn.data?.refreshJwt as string;
    const [next, phone] = [newEmail(), newPhone()];
    await sdk.magicLink.update.email(email, next, page, refreshJwt);
    expect(await sdk.magicLink.verify(await secretSentTo(latchkey, next))).toMatchObject(isRefused);
    await vouching.magicLink.verify(await secretSentTo(latchkey, next));
    await sdk.magicLink.update.phone.sms(email, phone, page, refreshJwt);
    expect(await sdk.magicLink.verify(await secretSentTo(latchkey, phone))).toMatchObject(isRefused);
    const changed = await vouching.magicLink.verify(await secretSentTo(latchkey, phone));
    expect(changed.data?.user).toMatchObject({ email: next, phone });
    const another = newPhone();
    expect((await sdk.magicLink.signUp.sms(another, page)).ok).toBe(true);
    await sdk.magicLink.verify(await secretSentTo(latchkey, another));
    expect((await sdk.magicLink.signIn.sms(another, page)).ok).toBe(true);
    expect((await sdk.magicLink.signUpOrIn.sms(another, page)).ok).toBe(true);
  });

  test('waits for an enchanted link, and gets its session', async () => {
    const email = newEmail();
    const begun = await sdk.enchantedLink.signUp(email, page, { name: 'Ann' });
    const { linkId, pendingRef } = begun.data as { linkId: string; pendingRef: string };
    const waiting = sdk.enchantedLink.waitForSession(pendingRef, {
      pollingIntervalMs: 1_000,
      timeoutMs: 15_000,
    });
    expect((await sdk.enchantedLink.verify(await chosen(email, linkId))).ok).toBe(true);
    const session = await waiting;
    expect(session.data).toMatchObject({ firstSeen: true, user: { verifiedEmail: true } });
    for (const begin of [sdk.enchantedLink.signIn, sdk.enchantedLink.signUpOrIn]) {
      const { data } = await begin(email, page);
      expect((await sdk.enchantedLink.verify(await chosen(email, data?.linkId as string))).ok).toBe(true);
      expect((await sdk.enchantedLink.waitForSession(data?.pendingRef as string)).data?.firstSeen).toBe(
        false,
      );
    }
    const next = newEmail();
    const refreshJwt = session.data?.refreshJwt as string;
    const changing = await sdk.enchantedLink.update.email(email, next, page, refreshJwt);
    const token = await chosen(next, changing.data?.linkId as string);
    expect(await sdk.enchantedLink.verify(token)).toMatchObject(isRefused);
    await vouching.enchantedLink.verify(token);
    const changed = await sdk.enchantedLink.waitForSession(changing.data?.pendingRef as string);
    expect(changed.data?.user?.email).toBe(next);
  });

  test('creates and spends embedded links', async () => {
    const { user } = sdk.management;
    const loginId = newEmail();
    const toSignUp = await user.generateSignUpEmbeddedLink(loginId, { name: 'Ann' }, true, false, {}, 60);
    const signedUp = await sdk.magicLink.verify(toSignUp.data?.token as string);
    expect(signedUp.data).toMatchObject({ firstSeen: true, user: { name: 'Ann', verifiedEmail: true } });
    const toSignIn = await user.generateEmbeddedLink(loginId, { plan: 'gold' }, 120);
    const signedIn = await sdk.magicLink.verify(toSignIn.data?.token as string);
    expect(await sdk.validateSession(signedIn.data?.sessionJwt as string)).toMatchObject({
      token: { plan: 'gold' },
    });
  });

  test('signs test users in without any message', async () => {
    const { user } = sdk.management;
    const loginId = newEmail();
    await user.createTestUser(loginId, { email: loginId, phone: newPhone() });
    const otp = await user.generateOTPForTestUser('email', loginId, { customClaims: { a: 1 } });
    // Requesting a code as the user would neither voids this code nor sends anything.
    expect((await sdk.otp.signUp.email(loginId)).ok).toBe(true);
    expect((await sdk.otp.signIn.email(loginId)).ok).toBe(true);
    const first = await sdk.otp.verify.email(loginId, otp.data?.code as string);
    expect(first.data).toMatchObject({ firstSeen: true, user: { test: true } });
    const bySms = await user.generateOTPForTestUser('sms', loginId);
    expect((await sdk.otp.verify.sms(loginId, bySms.data?.code as string)).data?.firstSeen).toBe(false);
    const magic = await user.generateMagicLinkForTestUser('email', loginId, page);
    expect(magic.data).toMatchObject({ loginId, link: expect.stringContaining(`${page}?t=`) });
    expect((await sdk.magicLink.verify(secretOf(magic.data?.link as string))).ok).toBe(true);
    const enchanted = await user.generateEnchantedLinkForTestUser(loginId, page);
    await sdk.enchantedLink.verify(secretOf(enchanted.data?.link as string));
    expect((await sdk.enchantedLink.waitForSession(enchanted.data?.pendingRef as string)).ok).toBe(true);
    await expect(newestMessageTo(latchkey, loginId)).rejects.toThrow('nothing was sent');
  });

  test('creates codes and links that sign in for test users only', async () => {
    const { user } = sdk.management;
    const loginId = newEmail();
    await user.create(loginId);
    const refused = [
      await user.generateOTPForTestUser('email', loginId),
      await user.generateMagicLinkForTestUser('email', loginId, page),
      await user.generateEnchantedLinkForTestUser(loginId, page),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({ ok: false, error: { errorCode: 'E011004' } });
    const unknown = await user.generateOTPForTestUser('email', 'nobody');
    expect(unknown).toMatchObject({ ok: false, code: 404, error: { errorCode: 'E112102' } });
  });
});

describe('the client', () => {
  test('signs up by a code, in by a magic link, and in by an enchanted link', async () => {
    const email = newEmail();
    await client.otp.signUp.email(email, { name: 'Ann' });
    expect(await client.otp.verify.email(email, await codeSentTo(latchkey, email))).toMatchObject({
      ok: true,
      data: { firstSeen: true },
    });
    await client.magicLink.signIn.email(email, page, { locale: 'de' });
    const message = await newestMessageTo(latchkey, email);
    expect(message.html).toContain('lang="de"');
    const signedIn = await client.magicLink.verify(secretOf(message.links[0]));
    expect(signedIn.ok).toBe(true);
    const begun = await client.enchantedLink.signIn(email, page);
    if (!begun.ok) throw new Error(begun.error.errorMessage);
    const early = await client.enchantedLink.pendingSession(begun.data.pendingRef);
    expect(early).toMatchObject({ ok: false, error: { errorCode: 'E062503' } });
    await client.enchantedLink.verify(await chosen(email, begun.data.linkId));
    expect((await client.enchantedLink.pendingSession(begun.data.pendingRef)).ok).toBe(true);
  });

  test('changes an address with a session, and creates links and codes with a key', async () => {
    const loginId = newEmail();
    await client.management.user.create(loginId);
    const link = await client.management.user.generateEmbeddedLink(loginId, { a: 1 }, 60);
    if (!link.ok) throw new Error(link.error.errorMessage);
    const signedIn = await client.magicLink.verify(link.data.token);
    if (!signedIn.ok) throw new Error(signedIn.error.errorMessage);
    const next = newEmail();
    const refreshJwt = signedIn.data.refreshJwt as string;
    const begun = await client.otp.update.email(loginId, next, true, false, null, null, null, refreshJwt);
    expect(begun.ok).toBe(true);
    const code = await codeSentTo(latchkey, next);
    expect(await client.otp.verify.email(loginId, code)).toMatchObject(isRefused);
    const changed = await client.otp.verify.email(loginId, code, null, refreshJwt);
    expect(changed).toMatchObject({ ok: true, data: { user: { email: next, loginIds: [loginId, next] } } });
  });
});
