import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { profileMessages } from '../../components/users/profile-messages.ts';
import type { AddressName, ProfileValues } from '../../components/users/profile-values.ts';
import { useMessages } from '../../i18n/language.tsx';

interface AddressFieldProps {
  name: AddressName;
  form: UseFormReturnType<ProfileValues>;
  disabled: boolean;
}

/** Edits an address and whether it is verified. */
export function AddressField({ name, form, disabled }: AddressFieldProps) {
  const messages = useMessages(profileMessages);
  const { address } = form.values.addresses[name];
  const isPhone = name === 'phone' || name === 'recoveryPhone';
  const { onChange, ...input } = form.getInputProps(`addresses.${name}.address`);
  return (
    <Stack gap={6}>
      <TextInput
        label={messages[name]}
        type={isPhone ? 'tel' : 'email'}
        {...(isPhone && { placeholder: messages.phoneLead })}
        disabled={disabled}
        autoComplete="off"
        {...input}
        onChange={(event) => {
          onChange(event);
          // A new address is not verified.
          form.setFieldValue(`addresses.${name}.verified`, false);
        }}
      />
      <Checkbox
        size="xs"
        label={messages.verified}
        aria-label={messages.isVerified(messages[name])}
        disabled={disabled || address.trim() === ''}
        {...form.getInputProps(`addresses.${name}.verified`, { type: 'checkbox' })}
      />
    </Stack>
  );
}
