import type { FormErrors } from '@mantine/form';
import type { CustomAttribute } from '../../../../client/client.ts';
import { attributeTypes } from '../../../../client/constants.ts';
import { isEmail, isPhone } from '../../../components/users/address.ts';
import { isMonthDay } from '../../../components/users/attribute-types.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { createMessages } from './messages.ts';
import { emailOf, type NewUserValues, phoneOf } from './values.ts';

/** Validates the fields before they are sent to the server. */
export function useValidation(attributes: CustomAttribute[]): (values: NewUserValues) => FormErrors {
  const messages = useMessages(createMessages);
  const { errors } = useMessages(sharedMessages);
  return (values) => {
    const { mode, loginId, email, phone, picture, sendMail, sendSMS } = values;
    const invites = mode === 'invite';
    const sends = (byMail: boolean, bySms: boolean) => {
      if (!byMail && !bySms) return messages.sendNeeded;
      if (byMail && !emailOf(values) && !(bySms && phoneOf(values))) return messages.needsEmail;
      return bySms && !byMail && !phoneOf(values) ? messages.needsPhone : null;
    };
    const monthDays = attributes.filter(({ type }) => type === attributeTypes.monthDay);
    const wrong: FormErrors = {
      loginId: loginId.trim() ? null : errors.required,
      email: !email.trim() || isEmail(email.trim()) ? null : errors.email,
      phone: !phone.trim() || isPhone(phone.trim()) ? null : messages.invalidPhone,
      picture: !picture.trim() || /^https:\/\/[^\s/]/.test(picture.trim()) ? null : errors.url,
      sendMail: invites ? sends(sendMail, sendSMS) : null,
      ...Object.fromEntries(
        monthDays.map(({ name }) => {
          const value = values.attributes[name];
          const isWrong = typeof value === 'string' && !isMonthDay(value);
          return [`attributes.${name}`, isWrong ? messages.invalidMonthDay : null];
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
