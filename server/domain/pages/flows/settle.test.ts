import { afterAll, beforeAll, expect, test } from 'vitest';
import { FlowBrowser, startFlows } from '../../../../test/flows.ts';
import type { Latchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';

/** Interactions that only send a message: the nonce is spent, the message queued and the answer stored at once, or nothing of it. */
let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: Latchkey;
let another: Latchkey;
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
  await flows.offer('password', 'emailCode', 'magicLink');
  const flowId = 'by-code';
  const { body } = await latchkey.manage('POST', '/v1/mgmt/flow/export', { flowId: 'sign-in' });
  const dsl = { ...body.flow.dsl, methods: ['emailCode'] };
  await latchkey.manage('POST', '/v1/mgmt/flow/import', { flowId, flow: { dsl } });
  another = await latchkey.startAnother();
});
afterAll(async () => {
  await another?.close();
  await latchkey?.close();
});

const nonceOf = ({ nonces }: FlowBrowser) => [...nonces.values()][0] as string;
const spent = { status: 400, body: { errorCode: 'E108201' } };

async function atPassword() {
  const loginId = await flows.makeUser();
  const browser = await flows.identify(loginId, 'sign-in');
  expect(browser.at.screen.id).toBe('password');
  return { loginId, browser, nonce: nonceOf(browser) };
}

async function workingSince({ at }: FlowBrowser): Promise<number | undefined> {
  const row = await latchkey.service.db
    .selectFrom('flowExecutions')
    .select('workingSince')
    .where('projectId', '=', latchkey.projectId)
    .where('id', '=', at.executionId.split('|#|')[1])
    .executeTakeFirst();
  return row?.workingSince;
}

test.each(['useEmailCode', 'useLink', 'forgot'])(
  'the same request %s at once, at two instances, sends one message and gets one answer',
  { tags: 'race' },
  async (interactionId) => {
    const { loginId, browser, nonce } = await atPassword();
    const request = browser.request(interactionId);
    const browsers = [browser, browser.in(another)];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => browsers[i % 2]!.send(request, nonce)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body, nonce }) => JSON.stringify([body, nonce]))).size).toBe(1);
    expect(await messagesTo(latchkey, loginId)).toHaveLength(1);
  },
);

test('the first request at once stores one execution and sends one message', { tags: 'race' }, async () => {
  const loginId = await flows.makeUser();
  const browser = new FlowBrowser(latchkey);
  await browser.start('by-code');
  const [request, nonce] = [browser.request('continue', { loginId }), nonceOf(browser)];
  const browsers = [browser, browser.in(another)];
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => browsers[i % 2]!.send(request, nonce)),
  );
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(answers[0]?.body.screen.id).toBe('by-code--code');
  expect(await messagesTo(latchkey, loginId)).toHaveLength(1);
});

test('of different requests with one nonce, one counts and the others change nothing', {
  tags: 'race',
}, async () => {
  const { loginId, browser, nonce } = await atPassword();
  const browsers = [browser, browser.in(another)];
  const interactions = ['useEmailCode', 'useLink', 'back', 'useEmailCode', 'forgot'];
  const answers = await Promise.all(
    interactions.map((interactionId, i) =>
      browsers[i % 2]!.send(browser.request(interactionId, { tab: String(i) }), nonce),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.errorCode === 'E108201')).toHaveLength(interactions.length - 1);
  const { id } = answers.find(({ status }) => status === 200)?.body.screen ?? {};
  expect(await messagesTo(latchkey, loginId)).toHaveLength(id === 'sign-in' ? 0 : 1);
});

test('a failure in between undoes everything: the same request sends the message', async () => {
  const { loginId, browser, nonce } = await atPassword();
  await browser.press('useEmailCode');
  const code = await codeSentTo(latchkey, loginId);
  expect(await browser.send(browser.request('useLink'), nonce)).toMatchObject(spent);
  const [request, next] = [browser.request('resend'), nonceOf(browser)];
  const { sealer } = latchkey.service;
  const { seal } = sealer;
  const fails = (value: string, purpose: string) => {
    if (!purpose.startsWith('flow/')) throw new Error('the instance stops here');
    return seal.call(sealer, value, purpose);
  };
  sealer.seal = fails;
  const failed = await browser.send(request, next);
  sealer.seal = seal;
  expect(failed.status).toBe(500);
  expect(await messagesTo(latchkey, loginId)).toHaveLength(1);
  expect((await browser.send(request, next)).body.screen.id).toBe('code');
  expect(await messagesTo(latchkey, loginId)).toHaveLength(2);
  const second = await codeSentTo(latchkey, loginId);
  expect(second).not.toBe(code);
  expect((await browser.press('verify', { code: second })).status).toBe('completed');
});

test('a request that is being worked on is not overtaken by another one', async () => {
  const { browser, nonce, loginId } = await atPassword();
  const { hashing } = latchkey.service;
  const { run } = hashing;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  hashing.run = (async (...given: Parameters<typeof run>) => {
    await released;
    return run.apply(hashing, given);
  }) as typeof run;
  const slow = browser.send(browser.request('signIn', { password: 'not this one at all' }), nonce);
  await expect.poll(() => workingSince(browser)).toBeGreaterThan(0);
  for (const interactionId of ['useEmailCode', 'back'])
    expect(await browser.in(another).send(browser.request(interactionId), nonce)).toMatchObject(spent);
  hashing.run = run;
  release();
  expect((await slow).body.screen.id).toBe('password');
  expect(await messagesTo(latchkey, loginId)).toEqual([]);
});

test('an execution goes on only under the flow that began it', async () => {
  const { browser, nonce } = await atPassword();
  const request = browser.request('back');
  const executionId = String(request['executionId']).replace('sign-in', 'sign-up');
  expect(executionId).not.toBe(request['executionId']);
  expect(await browser.send({ ...request, executionId }, nonce)).toMatchObject(spent);
  expect((await browser.send(request, nonce)).body.screen.id).toBe('sign-in');
});
