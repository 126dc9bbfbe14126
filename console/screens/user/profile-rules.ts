import type { CustomAttribute } from '../../../client/client.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import type { AttributeValue } from './profile-values.ts';
import { profileWords } from './profile-words.ts';

const monthDay = 7;

/** What can be said without asking the server. */
export function useProfileRules(definitions: CustomAttribute[]) {
  const words = useWords(profileWords);
  const { errors } = useWords(everywhere);
  const isEmail = (address: string) => (isBlankOr(/^[^\s@]+@[^\s@]+$/, address) ? null : errors.email);
  const isPhone = (address: string) => (isBlankOr(/^\+[\d\s().-]{6,}$/, address) ? null : words.badPhone);
  const isMonthDay = (value: AttributeValue) =>
    isBlankOr(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, String(value)) ? null : words.badMonthDay;
  const monthDays = definitions.filter(({ type }) => type === monthDay);
  return {
    picture: (picture: string) => (isBlankOr(/^https:\/\/./i, picture) ? null : words.badPicture),
    addresses: {
      email: { address: isEmail },
      phone: { address: isPhone },
      recoveryEmail: { address: isEmail },
      recoveryPhone: { address: isPhone },
    },
    attributes: Object.fromEntries(monthDays.map(({ name }) => [name, isMonthDay])),
  };
}

function isBlankOr(pattern: RegExp, text: string): boolean {
  return text.trim() === '' || pattern.test(text.trim());
}
