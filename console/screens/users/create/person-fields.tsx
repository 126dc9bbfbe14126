import { Accordion, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { linkFields, partsOfName, profileLabels } from '../../../components/users/profile-fields.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { createMessages } from './messages.ts';
import { emailOf, type NewUserForm, phoneOf } from './values.ts';

const halves = { base: 1, xs: 2 };

/** The login ID and contact fields. */
export function AddressFields({ form }: { form: NewUserForm }) {
  const messages = useMessages(createMessages);
  const [hasEmail, hasPhone] = [emailOf(form.values) !== '', phoneOf(form.values) !== ''];
  return (
    <>
      <TextInput
        label={messages.loginId}
        description={messages.loginIdLead}
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('loginId')}
      />
      <SimpleGrid cols={halves}>
        <Stack gap="xs">
          <TextInput
            label={messages.email}
            description={messages.emailLead}
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Checkbox
            size="xs"
            label={messages.verifiedEmail}
            disabled={!hasEmail}
            {...form.getInputProps('verifiedEmail', { type: 'checkbox' })}
          />
        </Stack>
        <Stack gap="xs">
          <TextInput
            label={messages.phone}
            description={messages.phoneLead}
            type="tel"
            autoComplete="off"
            {...form.getInputProps('phone')}
          />
          <Checkbox
            size="xs"
            label={messages.verifiedPhone}
            disabled={!hasPhone}
            {...form.getInputProps('verifiedPhone', { type: 'checkbox' })}
          />
        </Stack>
      </SimpleGrid>
    </>
  );
}

export function NameFields({ form }: { form: NewUserForm }) {
  const messages = useMessages(createMessages);
  const labels = useMessages(profileLabels);
  return (
    <>
      <TextInput label={labels.name} autoComplete="off" {...form.getInputProps('displayName')} />
      <Accordion variant="separated" order={3}>
        <Accordion.Item value="more">
          <Accordion.Control>{messages.more}</Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={halves}>
              {partsOfName.map((field) => (
                <TextInput
                  key={field}
                  label={labels[field]}
                  autoComplete="off"
                  {...form.getInputProps(field)}
                />
              ))}
              {linkFields.map((field) => (
                <TextInput
                  key={field}
                  label={labels[field]}
                  description={messages.pictureLead}
                  type="url"
                  {...form.getInputProps(field)}
                />
              ))}
            </SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  );
}
