import type { IconName } from '../../../http/icons.ts';
import type { NamedMethod } from './methods.ts';
import type { PageFactor } from './page-factor.ts';

/** The icons of the ways to sign in. */
export const methodIcons: Record<NamedMethod, IconName> = {
  password: 'lock',
  emailCode: 'mail',
  smsCode: 'message',
  magicLink: 'link',
  totp: 'phone',
  sso: 'building',
};

/** The icons of second factors. */
export const factorIcons: Record<PageFactor, IconName> = {
  totp: 'phone',
  passkey: 'passkey',
  email: 'mail',
  sms: 'message',
  recoveryCode: 'lifeBuoy',
  password: 'lock',
};
