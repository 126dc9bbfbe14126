import { t } from '../../../http/schema.ts';

/** Profile fields that users can fill in at sign-up. None of them is proven. */
export const signUpFields = {
  name: t.optional(t.text({ aliases: ['displayName'] })),
  givenName: t.optional(t.text({ aliases: ['given_name'] })),
  middleName: t.optional(t.text({ aliases: ['middle_name'] })),
  familyName: t.optional(t.text({ aliases: ['family_name'] })),
  email: t.optional(t.text({ maxLength: 320 })),
  phone: t.optional(t.text({ maxLength: 64 })),
};

export const signUpUser = t.optional(t.object(signUpFields, { $id: 'SignUpUser' }));
