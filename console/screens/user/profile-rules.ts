import type { CustomAttribute } from '../../../client/client.ts';
import { isEmail, isPhone } from '../../components/users/address.ts';
import { profileMessages } from '../../components/users/profile-messages.ts';
import type { AttributeValue } from '../../components/users/profile-values.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

const monthDay = 7;

/** Returns the errors that can be found without the server. */
export function useProfileRules(definitions: CustomAttribute[]) {
  const messages = useMessages(profileMessages);
  const { errors } = useMessages(sharedMessages);
  const emailRule = (text: string) => (text.trim() === '' || isEmail(text) ? null : errors.email);
  const phoneRule = (text: string) =>
    text.trim() === '' || isPhone(text.replace(/^\s*00/, '+')) ? null : messages.badPhone;
  const isMonthDay = (value: AttributeValue) =>
    isBlankOr(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, String(value)) ? null : messages.badMonthDay;
  const monthDays = definitions.filter(({ type }) => type === monthDay);
  return {
    picture: (picture: string) => (isBlankOr(/^https:\/\/./i, picture) ? null : messages.badPicture),
    addresses: {
      email: { address: emailRule },
      phone: { address: phoneRule },
      recoveryEmail: { address: emailRule },
      recoveryPhone: { address: phoneRule },
    },
    attributes: Object.fromEntries(monthDays.map(({ name }) => [name, isMonthDay])),
  };
}

function isBlankOr(pattern: RegExp, text: string): boolean {
  return text.trim() === '' || pattern.test(text.trim());
}
