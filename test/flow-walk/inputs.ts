import { readFile } from 'node:fs/promises';
import type { ActionName } from '../../server/domain/pages/flows/definitions/actions.ts';
import { linkSentTo } from '../flows.ts';
import { codeSentTo, otherCode, secretOf } from '../messages.ts';
import { codeOfSecret, origin } from './people.ts';
import type { Situation } from './situation.ts';

/** The input that a person gives with an interaction. */
interface Given {
  /** Reports whether this person can do it. Absent: everyone can. */
  can?(run: Situation): boolean;
  right(run: Situation): object | Promise<object>;
  /** A mistake, which stays on the screen. Its absence: nothing is typed. */
  wrong?(run: Situation): object | Promise<object> | undefined;
}

const { hostedPages: words } = JSON.parse(
  await readFile(new URL('../../server/core/languages/en.json', import.meta.url), 'utf8'),
);

let counter = 0;
/** Returns a new password. It takes effect with the end of the sign-in, which a policy can put off. */
function newPasswordOf({ person, arrangement: { policy, graceDays } }: Situation): string {
  counter += 1;
  const chosen = `a wholly new sentence of rain ${counter}`;
  if (!policy || graceDays) person.password = chosen;
  return chosen;
}

/** The address goes into the field that the screen has. */
const address: Given = {
  right: ({ person, html }) => ({ [html.fields.includes('email') ? 'email' : 'loginId']: person.typed }),
  wrong: ({ html }) => ({ [html.fields.includes('email') ? 'email' : 'loginId']: 'x'.repeat(300) }),
};

const hasAccount = ({ person }: Situation) => person.has.has('account');
const canUsePasskeys = ({ person, arrangement }: Situation) =>
  person.has.has('passkey') && !arrangement.isOnForeignPage;
const isNew = (run: Situation) => !hasAccount(run);

const dialog: Given = {
  async right({ pending, person: { device } }) {
    const { transactionId, options } = pending?.webauthn ?? {};
    const response = pending?.creates ? device.create(options, { origin }) : device.get(options, { origin });
    return { transactionId, response };
  },
  wrong: ({ pending }) => ({ transactionId: pending?.webauthn.transactionId, failure: 'NotAllowedError' }),
};

const code: Given = {
  can: ({ screen, person }) => screen !== 'authenticator' || person.has.has('totp'),
  right: async (run) => ({ code: await codeFor(run) }),
  wrong: async (run) => ({ code: otherCode(await codeFor(run)) }),
};

/** Returns the code that the shown screen asks for. */
async function codeFor({ latchkey, person, screen, state }: Situation): Promise<string> {
  const { lead } = words.secondFactor;
  const sent = (to: string) => codeSentTo(latchkey, to);
  switch (screen) {
    case 'code':
      return sent(
        state.sentTo?.maskedPhone || state.lead === words.code.sentBy.sms ? person.phone : person.email,
      );
    case 'set-up-authenticator':
      return codeOfSecret(latchkey, state.totp.secret);
    case 'second-factor':
      if (state.lead === lead.sms) return sent(person.phone);
      return state.lead === lead.email ? sent(person.email) : person.totp();
    default:
      return person.totp();
  }
}

const chosen: Given = {
  right: (run) => ({ newPassword: newPasswordOf(run) }),
  wrong: () => ({ newPassword: 'short' }),
};

/** The input of each action. The others are buttons that need nothing. */
export const inputs: Partial<Record<ActionName, Given>> = {
  identify: address,
  signUp: {
    ...address,
    can: ({ person, arrangement }) => {
      const { hostedPages = {}, methods = [] } = arrangement;
      if (hostedPages.signUpProvesAddress !== false) return person.typed !== person.name;
      return !person.has.has('account') || (methods[0] !== 'password' && methods[0] !== 'totp');
    },
    right: (run) => ({ ...address.right(run), name: 'Ann' }),
  },
  beginSignUp: { right: address.right },
  verifyCode: code,
  useAuthenticator: { can: (run) => !run.isSigningUp || isNew(run), right: () => ({}) },
  signInWithPassword: {
    can: hasAccount,
    right: ({ person: { password } }) => ({ password }),
    wrong: () => ({ password: 'not this one at all' }),
  },
  signUpWithPassword: { ...chosen, can: isNew },
  replacePassword: {
    right: (run) => ({ oldPassword: run.person.password, newPassword: newPasswordOf(run) }),
    wrong: () => ({ oldPassword: 'not this one at all', newPassword: 'a wholly new sentence of rain' }),
  },
  // The second factor comes before the new password, and before what is wrong with it.
  setPassword: {
    ...chosen,
    wrong: ({ arrangement }) => (arrangement.policy ? undefined : { newPassword: 'short' }),
  },
  sendReset: {
    can: (run) => hasAccount(run) && !run.arrangement.hasUnverifiedAddresses,
    right: () => ({}),
  },
  startPasskey: { can: canUsePasskeys, right: () => ({}) },
  provePasskey: { can: canUsePasskeys, right: () => ({}) },
  openLink: { right: async (run) => ({ token: secretOf(await linkTo(run)) }) },
  goToProvider: { right: () => ({}), wrong: () => ({ 'oauth-provider': 'nothing' }) },
  beginWithCode: { can: ({ isAtStart }) => isAtStart, right: () => ({}) },
  comeBack: {
    right: (run) => (run.pending?.webauthn ? dialog.right(run) : run.comeBackFromSite()),
  },
  finishPasskey: {
    can: canUsePasskeys,
    async right({ latchkey, person: { device } }) {
      const { body } = await latchkey.request('POST', '/v1/auth/webauthn/signin/start', {
        body: { loginId: '', origin },
      });
      return { transactionId: body.transactionId, response: device.get(body.options, { origin }) };
    },
    wrong: () => ({ transactionId: 'x', response: '{}' }),
  },
  proveFactor: {
    can: ({ screen, arrangement: { passwordIsExpired, nextPolicy } }) =>
      screen !== 'second-factor-password'
        ? // A recovery code completes a sign-in, or is refused.
          screen !== 'second-factor-recovery-code' || !nextPolicy || nextPolicy.includes('recoveryCode')
        : !passwordIsExpired,
    async right(run) {
      const { screen, person } = run;
      if (screen === 'second-factor-password') return { password: person.password };
      if (screen === 'second-factor-recovery-code') return { recoveryCode: person.recoveryCodes.shift() };
      return code.right(run);
    },
    wrong(run) {
      if (run.screen === 'second-factor-password') return { password: 'not this one at all' };
      return run.screen === 'second-factor-recovery-code'
        ? { recoveryCode: 'abcd' }
        : (code.wrong?.(run) ?? {});
    },
  },
};

/** Returns what is wrong for an interaction, which can depend on where the browser has been. */
export function wrongFor(does: ActionName, run: Situation): object | Promise<object> | undefined {
  if (does === 'comeBack') return run.pending?.webauthn && dialog.wrong?.(run);
  return inputs[does]?.wrong?.(run);
}

/** Returns the newest link, which went where the person can read it. */
export async function linkTo({ latchkey, person }: Situation): Promise<string> {
  const byPhone = person.typed === person.phone;
  return linkSentTo(latchkey, byPhone ? person.phone : person.email);
}
