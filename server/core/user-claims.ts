import { profileFields, textFields } from './profile-fields.ts';

export const profileClaims = [
  ...textFields.map((field) => profileFields[field].claim),
  ...(['updated_at', 'preferred_username'] as const),
];

/** Names of claims about a user that can be asked for one by one (OpenID Connect Core §5.5). */
export const userClaims = [
  ...profileClaims,
  ...(['email', 'email_verified', 'phone_number', 'phone_number_verified'] as const),
  ...(['roles', 'permissions', 'tenants'] as const),
];

export type ClaimName = (typeof userClaims)[number];
