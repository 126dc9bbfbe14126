import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { sendEnchantedLinks } from '../enchanted-links/send-links.ts';
import { sendMagicLink } from '../magic-links/send-link.ts';
import { sendCode } from '../otp/send-code.ts';
import { sendPasswordReset } from '../passwords/send-reset.ts';
import { type Target, targetOfSignIn } from './target.ts';

/** Tests that a stranger cannot learn who is registered. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

let counter = 0;

async function knownAndUnknown(): Promise<{ known: string; unknown: string }> {
  const [known, unknown] = [`known${++counter}@who.example`, `nobody${counter}@who.example`];
  const phone = `+1202555${String(counter).padStart(4, '0')}`;
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: known, phone });
  return { known, unknown };
}

const ways = [
  '/v1/auth/otp/signin/email',
  '/v1/auth/magiclink/signin/email',
  '/v1/auth/enchantedlink/signin/email',
  '/v1/auth/otp/signin/sms',
  '/v1/auth/magiclink/signin/sms',
  '/v1/auth/password/reset',
];

/** Replaces the parts of an answer that differ each time for every caller. */
async function ask(path: string, loginId: string) {
  const { status, headers, body } = await latchkey.request('POST', path, { body: { loginId } });
  const { pendingRef, linkId, ...rest } = body;
  const shape = [typeof pendingRef, pendingRef?.length, /^\d\d$/.test(linkId)];
  return { status, type: headers.get('content-type'), rest, shape };
}

describe.each(ways)('%s', (path) => {
  test('answers for an unknown user as for a known one, and sends nothing', async () => {
    const { known, unknown } = await knownAndUnknown();
    const [forKnown, forUnknown] = [await ask(path, known), await ask(path, unknown)];
    expect(forKnown.status).toBe(200);
    expect(JSON.stringify(forUnknown).replaceAll('n***', 'k***')).toBe(JSON.stringify(forKnown));
    expect(await messagesTo(latchkey, unknown)).toEqual([]);
  });

  test('answers alike for a user who is disabled, has no address, or is a test user', async () => {
    const answers = [];
    const some = { name1: { status: 'disabled' }, name2: { email: '', phone: '' }, name3: {} };
    for (const [name, own] of Object.entries(some)) {
      const loginId = `${name}-${++counter}`;
      const create = name === 'name3' ? 'create/test' : 'create';
      await latchkey.manage('POST', `/v1/mgmt/user/${create}`, {
        loginId,
        email: `${loginId}@who.example`,
        phone: '+12025550100',
        status: 'enabled',
        ...own,
      });
      answers.push(await ask(path, loginId));
      expect(await messagesTo(latchkey, `${loginId}@who.example`)).toEqual([]);
    }
    answers.push(await ask(path, `name4-${counter}`));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });
});

test('long login IDs of any length get an answer', async () => {
  for (const path of ways) expect((await ask(path, 'ä'.repeat(1_024))).status).toBe(200);
});

describe('verifying', () => {
  const verify = (loginId: string, code: string) =>
    latchkey.request('POST', '/v1/auth/otp/verify/email', { body: { loginId, code } });
  const start = (loginId: string) =>
    latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId } });

  test('is refused for an unknown user in the same steps as for a known one', async () => {
    const { known, unknown } = await knownAndUnknown();
    const steps: Record<string, unknown[]> = {};
    for (const loginId of [known, unknown]) {
      const answers: unknown[] = [(await verify(loginId, '000000')).body];
      // More often than a recipient may get messages.
      for (let round = 0; round < 5; round++) {
        await start(loginId);
        for (let i = 0; i < 6; i++) {
          // A code that cannot be right: it is neither of the two that were not drawn.
          answers.push((await verify(loginId, await wrongCode(loginId))).body);
        }
      }
      latchkey.advance(5 * 60_000 + 1);
      answers.push((await verify(loginId, '000000')).body);
      steps[loginId] = answers;
    }
    expect(steps[unknown]).toEqual(steps[known]);
    expect(JSON.stringify(steps[known])).toContain('E061103');
    expect(JSON.stringify(steps[known])).toContain('E061104');
  });

  async function wrongCode(loginId: string): Promise<string> {
    const sent = (await messagesTo(latchkey, loginId)).flatMap(({ codes }) => codes);
    return ['111111', '222222', '333333', '444444'].find((code) => !sent.includes(code)) as string;
  }

  test('signs no user in by guessing a code that was never sent', async () => {
    const { unknown } = await knownAndUnknown();
    await start(unknown);
    const { db, sealer } = latchkey.service;
    const [row] = await db
      .selectFrom('challenges')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .where('loginId', '=', unknown)
      .execute();
    expect(row).toMatchObject({ userId: '', address: '' });
    const secretHash = sealer.mac('123456', `code/${latchkey.projectId}/${row?.slot}`);
    await db
      .updateTable('challenges')
      .set({ secretHash })
      .where('projectId', '=', latchkey.projectId)
      .where('loginId', '=', unknown)
      .execute();
    const { status, body } = await verify(unknown, '123456');
    expect([status, body.errorCode]).toEqual([401, 'E061102']);
  });

  test('tells only a caller with the code that the user is disabled', async () => {
    const { known } = await knownAndUnknown();
    await start(known);
    const code = await codeSentTo(latchkey, known);
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: known, status: 'disabled' });
    expect((await verify(known, await wrongCode(known))).body.errorCode).toBe('E061102');
    expect((await verify(known, code)).body.errorCode).toBe('E062109');
  });
});

type Send = (ctx: ProjectContext, findTarget: () => Promise<Target>, loginId: string) => Promise<unknown>;

function askForReset(passwordResetMethod: 'magiclink' | 'enchantedlink'): Send {
  return (ctx, _, loginId) => {
    const settings = { ...ctx.project.settings, passwordResetMethod };
    const request = { loginId, redirectUrl: undefined, options: {} };
    return sendPasswordReset({ ...ctx, project: { ...ctx.project, settings } }, request);
  };
}

test.each<[string, Send]>([
  ['a code', (ctx, findTarget) => sendCode(ctx, 'email', findTarget, {})],
  ['a link', (ctx, findTarget) => sendMagicLink(ctx, 'email', undefined, findTarget, {})],
  ['an enchanted link', (ctx, findTarget) => sendEnchantedLinks(ctx, undefined, findTarget, {})],
  ['a new password', askForReset('magiclink')],
  ['a new password by enchanted link', askForReset('enchantedlink')],
])('requesting %s costs the database as much', async (_, send) => {
  const { known, unknown } = await knownAndUnknown();
  const count = async (loginId: string) => {
    const { ctx, queries } = counting();
    const findTarget = () => targetOfSignIn(ctx, { loginId, channel: 'email', terms: plainSignInOptions });
    await send(ctx, findTarget, loginId);
    return queries();
  };
  await count(known);
  const [forKnown, forUnknown] = [await count(known), await count(unknown)];
  expect(forUnknown).toBeGreaterThan(3);
  // The message itself is one more row of the same commit.
  expect(forKnown - forUnknown).toBe(1);
});

function counting(): { ctx: ProjectContext; queries(): number } {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1;
      return result;
    },
  };
  const { context } = latchkey;
  return { ctx: { ...context, db: context.db.withPlugin(plugin) }, queries: () => count };
}
