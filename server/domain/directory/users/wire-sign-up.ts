import { described, selfGivenFields } from '../../../core/profile-fields.ts';
import { t } from '../../../http/schema.ts';

/** Profile fields that users can fill in at sign-up. None of them is proven. */
export const signUpFields = t.each(selfGivenFields, (field) => {
  const { maxLength, aliases = [] } = described(field);
  return t.optional(t.text({ maxLength, ...(aliases.length > 0 && { aliases: [...aliases] }) }));
});

export const signUpUser = t.optional(t.object(signUpFields, { $id: 'SignUpUser' }));
