import { html } from '../../../../http/page.ts';
import type { Section } from '../account.ts';
import { confirmNotice } from '../layout.ts';
import { actOnPasskeys, passkeysPart } from '../methods/passkeys.ts';
import { actOnPassword, passwordPart } from '../methods/password.ts';
import { actOnRecoveryCodes, recoveryCodesPart } from '../methods/recovery-codes.ts';
import { actOnTotp, totpPart } from '../methods/totp.ts';

/** The ways in which the user signs in: password, passkeys, authenticator and recovery codes. */
export const signInSection: Section = {
  // Every form here changes who can sign in.
  isSensitive: ({ signOut }) => !signOut,
  async show(account) {
    const parts = await Promise.all([
      passwordPart(account),
      passkeysPart(account),
      totpPart(account),
      recoveryCodesPart(account),
    ]);
    return {
      title: account.words.sections['sign-in'],
      body: html`${confirmNotice(account)}${parts.filter((part) => part !== undefined)}`,
    };
  },
  act(account, { one: form }) {
    if (form['method'] === 'password') return actOnPassword(account, form);
    if (form['method'] === 'totp') return actOnTotp(account, form);
    if (form['method'] === 'recoveryCodes') return actOnRecoveryCodes(account, form);
    return actOnPasskeys(account, form);
  },
};
