import { textFields } from '../../../../core/profile-fields.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { requestDeletion } from '../../../directory/account-deletions/account-deletion.ts';
import { forgetDevices } from '../../../sessions/trusted-devices/trust-device.ts';
import type { Outcome, Self } from '../../account/account.ts';
import { fieldName } from '../../account/attributes.ts';
import { confirmAddress, sendAddressCode } from '../../account/change-address.ts';
import { editableAttributes, editableTexts } from '../../account/editable.ts';
import { actOnPasskeys } from '../../account/methods/passkeys.ts';
import { actOnPassword } from '../../account/methods/password.ts';
import { createOwnCodes, removeOwnCodes } from '../../account/methods/recovery-codes.ts';
import { actOnTotp } from '../../account/methods/totp.ts';
import { saveProfile } from '../../account/save-profile.ts';
import type { ActionName } from '../definitions/actions.ts';
import type { Acting, Taken } from '../run/acting.ts';
import type { ExecutionState } from '../run/execution.ts';
import type { ScreenId } from '../screens/screens.ts';

/** A change of the user's own account, made by what the account page does with its form. */
export interface AccountChange {
  /** Needs a fresh proof of who the user is, as on the account page. */
  isSensitive?: true;
  make(acting: Acting, self: Self): Promise<Taken>;
}

const changed: Taken = { kind: 'changed' };

/** The user may not change this, or no longer. */
const notEditable = ({ state }: Acting): Taken => ({ kind: 'screen', state, problem: 'notEditable' });

const after = (outcome: Promise<Outcome | undefined>): Promise<Taken> => outcome.then(() => changed);

function goTo({ state }: Acting, screen: ScreenId, more: Partial<ExecutionState>): Taken {
  const depth = state.depth + (screen === state.screen ? 0 : 1);
  return { kind: 'screen', state: { ...state, ...more, screen, depth } };
}

/** The changes by the name of their action. */
export const accountChanges: Partial<Record<ActionName, AccountChange>> = {
  saveDetails: {
    async make(acting, self) {
      const { input, definition } = acting;
      const [detail] = textFields.filter((name) => screenOfDetail[name] === definition.start);
      if (!detail || !editableTexts(self.ctx).includes(detail)) return notEditable(acting);
      const one = { [detail]: input[detail] ?? '' };
      await saveProfile(self, { one, all: () => [] }, { details: [detail], attributes: [] });
      return changed;
    },
  },

  saveAttribute: {
    async make(acting, self) {
      const { input, definition } = acting;
      const { value = '' } = input;
      const attributes = (await editableAttributes(self.ctx)).filter(
        ({ name }) => name === definition.attribute,
      );
      const [attribute] = attributes;
      if (!attribute) return notEditable(acting);
      const text = attribute.type === 'boolean' && value === 'true' ? 'yes' : value;
      const fields = { one: { [fieldName(attribute.name)]: text }, all: () => readList(value) };
      await saveProfile(self, fields, { details: [], attributes });
      return changed;
    },
  },

  sendAddressCode: {
    isSensitive: true,
    async make(acting, self) {
      const { state, input, flow, definition } = acting;
      const channel = definition.start === 'user-profile-phone' ? 'sms' : 'email';
      const typed = (channel === 'sms' ? input['phone'] : input['email']) || input['loginId'] || '';
      const address = typed.trim() || state.changing?.address || '';
      const changing = await sendAddressCode(self, flow.language, { channel, address });
      return changing ? goTo(acting, 'user-profile-code', { changing }) : notEditable(acting);
    },
  },

  confirmAddress: {
    isSensitive: true,
    async make(acting, self) {
      const { state, input } = acting;
      if (!state.changing) return notEditable(acting);
      const done = await confirmAddress(self, state.changing, input['code'] ?? '');
      return done ? changed : notEditable(acting);
    },
  },

  changePassword: {
    isSensitive: true,
    make: ({ input }, self) =>
      after(
        actOnPassword(self, {
          newPassword: input['newPassword'] ?? '',
          endOthers: input['endOthers'] === 'true' ? 'yes' : '',
        }),
      ),
  },

  startAuthenticator: {
    isSensitive: true,
    async make(acting, self) {
      const outcome = await actOnTotp(self, { do: 'start' });
      const totpSecret = 'keep' in outcome ? outcome.keep.totpSecret : undefined;
      const visit = { loginId: self.user.loginIds[0] ?? '', ...(totpSecret && { totpSecret }) };
      return goTo(acting, 'user-profile-authenticator-code', { visit });
    },
  },

  confirmAuthenticator: {
    isSensitive: true,
    make: ({ input }, self) => after(actOnTotp(self, { code: input['code'] ?? '' })),
  },

  removeAuthenticator: {
    isSensitive: true,
    make: (_acting, self) => after(actOnTotp(self, { do: 'remove' })),
  },

  startOwnPasskey: {
    isSensitive: true,
    async make({ flow }, self) {
      const outcome = await actOnPasskeys(self, { start: 'yes' }, flow.place.origin);
      const { data } = outcome as { data: { transactionId: string; options: object } };
      return { kind: 'passkeyDialog', creates: true, ...data };
    },
  },

  finishOwnPasskey: {
    isSensitive: true,
    async make({ state, input }, self) {
      const { transactionId = '', response = '' } = input;
      if (!response) return { kind: 'screen', state, problem: 'noPasskey' };
      // Another transaction can be another user's.
      if (transactionId !== state.dialog) return { kind: 'screen', state, problem: { name: 'tooLate' } };
      return after(actOnPasskeys(self, { transactionId, response }));
    },
  },

  removePasskey: {
    isSensitive: true,
    async make({ state, input }, self) {
      const { credentialId: remove = '' } = input;
      if (!remove) return { kind: 'screen', state, problem: { name: 'mistake' } };
      return after(actOnPasskeys(self, { remove }));
    },
  },

  createRecoveryCodes: {
    isSensitive: true,
    make: async (acting, self) =>
      goTo(acting, 'user-profile-recovery-codes-shown', { recoveryCodes: await createOwnCodes(self) }),
  },

  removeRecoveryCodes: {
    isSensitive: true,
    make: (_acting, self) => after(removeOwnCodes(self)),
  },

  keepRecoveryCodes: { make: async () => changed },

  forgetDevice: {
    async make({ state, input }, { ctx, user }) {
      const { deviceId = '' } = input;
      if (!deviceId) return { kind: 'screen', state, problem: { name: 'mistake' } };
      await transaction(ctx, (ctx) => forgetDevices(ctx, user.id, 'removed', [deviceId]));
      return changed;
    },
  },

  deleteAccount: {
    isSensitive: true,
    async make(acting, { ctx, user }) {
      if (!ctx.project.settings.accountPage.deletion) return notEditable(acting);
      await requestDeletion(ctx, user.id);
      return changed;
    },
  },
};

const screenOfDetail = {
  name: 'user-profile-name',
  givenName: 'user-profile-given-name',
  middleName: 'user-profile-middle-name',
  familyName: 'user-profile-family-name',
  picture: 'user-profile-picture',
} as const satisfies Record<(typeof textFields)[number], ScreenId>;

/** Reads the values of a field for several. */
function readList(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
