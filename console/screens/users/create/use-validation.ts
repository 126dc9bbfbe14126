import type { FormErrors } from '@mantine/form';
import type { CustomAttribute } from '../../../../client/client.ts';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { isEmail, isPhone } from '../address.ts';
import { attributeTypes, isMonthDay } from '../attribute-types.ts';
import { emailOf, type NewUserValues, phoneOf } from './values.ts';
import { createWords } from './words.ts';

/** What is wrong with the fields, before the server has to say so. */
export function useValidation(attributes: CustomAttribute[]): (values: NewUserValues) => FormErrors {
  const words = useWords(createWords);
  const { errors } = useWords(everywhere);
  return (values) => {
    const { mode, loginId, email, phone, picture, sendMail, sendSMS } = values;
    const invites = mode === 'invite';
    const sends = (byMail: boolean, bySms: boolean) => {
      if (!byMail && !bySms) return words.sendNeeded;
      if (byMail && !emailOf(values) && !(bySms && phoneOf(values))) return words.needsEmail;
      return bySms && !byMail && !phoneOf(values) ? words.needsPhone : null;
    };
    const monthDays = attributes.filter(({ type }) => type === attributeTypes.monthDay);
    const wrong: FormErrors = {
      loginId: loginId.trim() ? null : errors.required,
      email: !email.trim() || isEmail(email.trim()) ? null : errors.email,
      phone: !phone.trim() || isPhone(phone.trim()) ? null : words.invalidPhone,
      picture: !picture.trim() || /^https:\/\/[^\s/]/.test(picture.trim()) ? null : errors.url,
      sendMail: invites ? sends(sendMail, sendSMS) : null,
      ...Object.fromEntries(
        monthDays.map(({ name }) => {
          const value = values.attributes[name];
          const isWrong = typeof value === 'string' && !isMonthDay(value);
          return [`attributes.${name}`, isWrong ? words.invalidMonthDay : null];
        }),
      ),
      ...Object.fromEntries(
        values.tenants.map(({ tenantId }, index) => [
          `tenants.${index}.tenantId`,
          tenantId ? null : errors.required,
        ]),
      ),
    };
    return Object.fromEntries(Object.entries(wrong).filter(([, error]) => error !== null));
  };
}
