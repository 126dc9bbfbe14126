import { t } from '../../http/schema.ts';

/** What people can say about themselves when they sign up. None of it is proven. */
export const signUpUser = t.optional(
  t.object(
    {
      name: t.optional(t.text({ aliases: ['displayName'] })),
      givenName: t.optional(t.text()),
      middleName: t.optional(t.text()),
      familyName: t.optional(t.text()),
      email: t.optional(t.text({ maxLength: 320 })),
      phone: t.optional(t.text({ maxLength: 64 })),
    },
    { $id: 'SignUpUser' },
  ),
);
