import type { FormErrors, UseFormReturnType } from '@mantine/form';
import type { AssociatedTenant, UserCreateUserInput } from '../../../../client/client.ts';
import { isEmail, isPhone } from '../../../components/users/address.ts';
import { forEachText, type TextParameter, textParameters } from '../../../components/users/profile-fields.ts';

/** The values of the dialog. */
export interface NewUserValues extends Record<TextParameter, string> {
  mode: 'create' | 'invite';
  loginId: string;
  email: string;
  phone: string;
  verifiedEmail: boolean;
  verifiedPhone: boolean;
  password: string;
  status: 'invited' | 'enabled' | 'disabled';
  test: boolean;
  sendMail: boolean;
  sendSMS: boolean;
  roleNames: string[];
  tenants: { tenantId: string; roleNames: string[] }[];
  attributes: Record<string, unknown>;
}

export type NewUserForm = UseFormReturnType<
  NewUserValues,
  NewUserValues,
  (values: NewUserValues) => FormErrors
>;

export const emptyUser: NewUserValues = {
  mode: 'create',
  loginId: '',
  email: '',
  phone: '',
  verifiedEmail: true,
  verifiedPhone: true,
  ...forEachText(textParameters, () => ''),
  password: '',
  status: 'invited',
  test: false,
  sendMail: true,
  sendSMS: false,
  roleNames: [],
  tenants: [],
  attributes: {},
};

/** A login ID that is an email address becomes the user's email address unless another one is given. */
export function emailOf({ email, loginId }: Pick<NewUserValues, 'email' | 'loginId'>): string {
  return email.trim() || (isEmail(loginId.trim()) ? loginId.trim() : '');
}

export function phoneOf({ phone, loginId }: Pick<NewUserValues, 'phone' | 'loginId'>): string {
  return phone.trim() || (isPhone(loginId.trim()) ? loginId.trim() : '');
}

const texts = ['email', 'phone', ...textParameters] as const;

/** Sends only the fields that were filled in: some require a higher role than creating users does. */
export function newUserFrom(values: NewUserValues): UserCreateUserInput {
  const { mode, status, password, test, sendMail, sendSMS, roleNames } = values;
  const given = texts.map((field) => [field, values[field].trim()]).filter(([, text]) => text !== '');
  const attributes = Object.entries(values.attributes).filter(([, value]) => value !== undefined);
  const userTenants: AssociatedTenant[] = values.tenants.filter(({ tenantId }) => tenantId !== '');
  return {
    loginId: values.loginId.trim(),
    ...Object.fromEntries(given),
    ...(emailOf(values) && { verifiedEmail: values.verifiedEmail }),
    ...(phoneOf(values) && { verifiedPhone: values.verifiedPhone }),
    ...(userTenants.length > 0 ? { userTenants } : roleNames.length > 0 && { roleNames }),
    ...(attributes.length > 0 && { customAttributes: Object.fromEntries(attributes) }),
    ...(test && { test }),
    ...(mode === 'invite' ? { invite: true, sendMail, sendSMS } : { status, ...(password && { password }) }),
  };
}
