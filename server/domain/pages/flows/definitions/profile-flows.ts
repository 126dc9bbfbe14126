import type { ScreenId } from '../screens/screens.ts';
import type { ActionName } from './actions.ts';
import { attributeFlowId } from './attribute-flow-id.ts';
import type { FlowDefinition, Interaction, Next } from './flow.ts';
import { factorScreens, otherFactors } from './shared-screens.ts';

/** A flow of the profile widgets: a first screen, and those that can follow it. */
type Profile = Pick<FlowDefinition, 'name' | 'description' | 'attribute'> & {
  id: string;
  start: ScreenId;
  screens: FlowDefinition['screens'];
  /** Changes how the user signs in, which needs a fresh proof of who they are. */
  isSensitive?: true;
};

function accountFlow({ isSensitive, screens, ...flow }: Profile): FlowDefinition {
  const own = Object.keys(screens) as ScreenId[];
  return {
    ...flow,
    version: 1,
    session: 'account',
    screens: { ...screens, ...(isSensitive && confirming(own)) },
  };
}

/** The screens that ask who the user is before a change. The change follows the proof. */
function confirming(own: ScreenId[]): FlowDefinition['screens'] {
  return { 'step-up': otherFactors, ...factorScreens('step-up', 'passkeyDialog', ...own) };
}

/** The results of an interaction that needs a fresh proof. */
const orConfirm = (...to: Next[]): Next[] => [
  ...to,
  'step-up',
  'second-factor',
  'second-factor-passkey',
  'second-factor-recovery-code',
  'second-factor-password',
  'unavailable',
];

const sensitive = (does: ActionName, ...to: Next[]): Interaction => ({ does, to: orConfirm(...to) });

function detailFlow(id: `user-profile-${string}` & ScreenId, name: string): FlowDefinition {
  return accountFlow({
    id,
    name,
    description: 'Changes this field of the user’s own profile.',
    start: id,
    screens: { [id]: { save: { does: 'saveDetails', to: ['done'] } } },
  });
}

function addressFlow(id: 'user-profile-email' | 'user-profile-phone', name: string): FlowDefinition {
  const verify = sensitive('confirmAddress', 'done');
  return accountFlow({
    id,
    name,
    description: 'Changes the user’s own address, once a code that is sent there has come back.',
    start: id,
    isSensitive: true,
    screens: {
      [id]: { continue: sensitive('sendAddressCode', 'user-profile-code') },
      'user-profile-code': {
        continue: verify,
        verify,
        resend: sensitive('sendAddressCode', 'user-profile-code'),
        back: { does: 'goBack', to: [id] },
      },
    },
  });
}

/** A flow of one sensitive button. */
function confirmationFlow(
  id: `user-profile-${string}` & ScreenId,
  text: { name: string; description: string },
  does: ActionName,
): FlowDefinition {
  return accountFlow({
    id,
    ...text,
    start: id,
    isSensitive: true,
    screens: { [id]: { continue: sensitive(does, 'done') } },
  });
}

const confirmAuthenticator = sensitive('confirmAuthenticator', 'done');

/** The flows of the user profile widget. */
export const userProfileFlows: readonly FlowDefinition[] = [
  detailFlow('user-profile-name', 'Change the name'),
  detailFlow('user-profile-given-name', 'Change the first name'),
  detailFlow('user-profile-middle-name', 'Change the middle name'),
  detailFlow('user-profile-family-name', 'Change the last name'),
  detailFlow('user-profile-picture', 'Change the picture'),
  addressFlow('user-profile-email', 'Change the email address'),
  addressFlow('user-profile-phone', 'Change the phone number'),
  accountFlow({
    id: 'user-profile-password',
    name: 'Change the password',
    description: 'Sets the user’s own password.',
    start: 'user-profile-password',
    isSensitive: true,
    screens: { 'user-profile-password': { save: sensitive('changePassword', 'done') } },
  }),
  accountFlow({
    id: 'user-profile-authenticator',
    name: 'Set up an authenticator app',
    description: 'Gives the user an authenticator app, or another one in place of it.',
    start: 'user-profile-authenticator',
    isSensitive: true,
    screens: {
      'user-profile-authenticator': {
        continue: sensitive('startAuthenticator', 'user-profile-authenticator-code'),
      },
      'user-profile-authenticator-code': { continue: confirmAuthenticator, verify: confirmAuthenticator },
    },
  }),
  confirmationFlow(
    'user-profile-remove-authenticator',
    { name: 'Remove the authenticator app', description: 'Removes the user’s own authenticator app.' },
    'removeAuthenticator',
  ),
  accountFlow({
    id: 'user-profile-passkey',
    name: 'Add a passkey',
    description: 'Gives the user a passkey of this browser.',
    start: 'user-profile-passkey',
    isSensitive: true,
    screens: {
      'user-profile-passkey': {
        continue: sensitive('startOwnPasskey', 'passkeyDialog'),
        submit: sensitive('finishOwnPasskey', 'done'),
      },
    },
  }),
  confirmationFlow(
    'user-profile-remove-passkey',
    { name: 'Remove a passkey', description: 'Removes the passkey that `input.credentialId` names.' },
    'removePasskey',
  ),
  accountFlow({
    id: 'user-profile-recovery-codes',
    name: 'Create recovery codes',
    description: 'Shows new recovery codes once, or removes them.',
    start: 'user-profile-recovery-codes',
    isSensitive: true,
    screens: {
      'user-profile-recovery-codes': {
        continue: sensitive('createRecoveryCodes', 'user-profile-recovery-codes-shown'),
        remove: sensitive('removeRecoveryCodes', 'done'),
      },
      'user-profile-recovery-codes-shown': { continue: { does: 'keepRecoveryCodes', to: ['done'] } },
    },
  }),
  accountFlow({
    id: 'user-profile-remove-device',
    name: 'Stop trusting a device',
    description: 'Ends the trust in the device that `input.deviceId` names.',
    start: 'user-profile-remove-device',
    screens: { 'user-profile-remove-device': { continue: { does: 'forgetDevice', to: ['done'] } } },
  }),
  confirmationFlow(
    'user-profile-delete-account',
    { name: 'Delete the account', description: 'Deletes the user’s own account, if the project allows it.' },
    'deleteAccount',
  ),
];

/** Returns the flow that changes a custom attribute of the user. */
export function attributeFlow(attribute: string): FlowDefinition {
  return accountFlow({
    id: attributeFlowId('user', attribute),
    name: 'Change an attribute',
    description: 'Changes a custom attribute of the user’s own profile.',
    start: 'user-profile-attribute',
    attribute,
    screens: { 'user-profile-attribute': { save: { does: 'saveAttribute', to: ['done'] } } },
  });
}
