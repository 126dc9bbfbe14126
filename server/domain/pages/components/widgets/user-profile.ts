import type { Texts } from '../../../../core/languages/texts.ts';
import type { ProfileField } from '../../../../core/profile-fields.ts';
import { attributeFlowId } from '../../flows/definitions/attribute-flow-id.ts';
import type { ProfileRow, WidgetFacts, WidgetPages } from './page.ts';

/** The page of `@descope/user-profile-widget` 0.18.2. */
export const userProfile: WidgetPages = {
  root: (texts, facts) => ({
    kind: 'profile',
    rows: [
      { row: 'picture', ...(facts.editable.includes('picture') && { flow: 'user-profile-picture' }) },
      ...profileRows(texts, facts),
      ...signInRows(texts, facts),
      ...tenantRows(texts, facts),
      ...(facts.deletion ? [deletionRow(texts)] : []),
      { row: 'logout', text: texts.account.signOut },
    ],
  }),
};

/** The fields that have a row, with the ID by which the widget finds it. */
const values = {
  name: { id: 'name', flow: 'user-profile-name' },
  givenName: { id: 'builtin.givenName', flow: 'user-profile-given-name' },
  middleName: { id: 'builtin.middleName', flow: 'user-profile-middle-name' },
  familyName: { id: 'builtin.familyName', flow: 'user-profile-family-name' },
  email: { id: 'email', flow: 'user-profile-email' },
  phone: { id: 'phone', flow: 'user-profile-phone' },
} as const satisfies Partial<Record<ProfileField, { id: string; flow: string }>>;

/** The widget shows the values of these types in its own way. */
const shownTypes: Partial<Record<string, string>> = { boolean: 'boolean' };

function profileRows({ account, widgets, tenantPage }: Texts, facts: WidgetFacts): ProfileRow[] {
  const { details } = account.profile;
  const labels = { ...details, email: account.addresses.email.label, phone: account.addresses.phone.label };
  const fields = Object.entries(values).flatMap(([name, { id, flow }]): ProfileRow[] => {
    const field = name as keyof typeof values;
    if (!facts.editable.includes(field)) return [];
    return [{ row: 'value', id, label: labels[field], none: tenantPage.none, edit: widgets.edit, flow }];
  });
  const attributes = facts.attributes.map(({ name, type, displayName }): ProfileRow => {
    const shown = { id: `customAttributes.${name}`, label: displayName || name, none: tenantPage.none };
    const known = shownTypes[type];
    return {
      row: 'value',
      ...shown,
      edit: widgets.edit,
      flow: attributeFlowId('user', name),
      ...(known && { type: known }),
    };
  });
  const rows = [...fields, ...attributes];
  return rows.length > 0 ? [{ row: 'heading', text: account.sections.profile }, ...rows] : [];
}

function signInRows({ account }: Texts, facts: WidgetFacts): ProfileRow[] {
  const { password, passkeys, totp, recoveryCodes, devices, sessionList, sections } = account;
  return [
    { row: 'heading', text: sections['sign-in'] },
    ...(facts.hasPasswords ? [passwordRow(password)] : []),
    {
      row: 'method',
      id: 'totp',
      label: totp.title,
      add: { text: totp.add, flow: 'user-profile-authenticator' },
      remove: { text: totp.remove, flow: 'user-profile-remove-authenticator' },
    },
    {
      row: 'passkeys',
      label: passkeys.title,
      created: passkeys.created,
      add: { text: passkeys.add, flow: 'user-profile-passkey' },
      remove: { text: passkeys.remove, flow: 'user-profile-remove-passkey' },
    },
    { row: 'flow', id: 'recovery-codes', text: recoveryCodes.title, flow: 'user-profile-recovery-codes' },
    { row: 'heading', text: devices.title },
    {
      row: 'devices',
      current: sessionList.current,
      lastUsed: sessionList.lastUsed,
      remove: { text: devices.forget, flow: 'user-profile-remove-device' },
    },
  ];
}

function passwordRow({ title, change }: Texts['account']['password']): ProfileRow {
  return {
    row: 'method',
    id: 'password',
    label: title,
    add: { text: change, flow: 'user-profile-password' },
  };
}

function tenantRows({ tenantPage }: Texts, { hasTenants }: WidgetFacts): ProfileRow[] {
  return hasTenants ? [{ row: 'tenants', label: tenantPage.navigation }] : [];
}

function deletionRow({ account }: Texts): ProfileRow {
  return {
    row: 'flow',
    id: 'delete-account',
    text: account.data.deleteNow,
    isDestructive: true,
    flow: 'user-profile-delete-account',
  };
}
