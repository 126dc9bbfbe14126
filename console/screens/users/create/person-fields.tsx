import { Accordion, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useWords } from '../../../words/language.tsx';
import { emailOf, type NewUserForm, phoneOf } from './values.ts';
import { createWords } from './words.ts';

const halves = { base: 1, xs: 2 };

/** How they sign in and are reached. */
export function AddressFields({ form }: { form: NewUserForm }) {
  const words = useWords(createWords);
  const [hasEmail, hasPhone] = [emailOf(form.values) !== '', phoneOf(form.values) !== ''];
  return (
    <>
      <TextInput
        label={words.loginId}
        description={words.loginIdLead}
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('loginId')}
      />
      <SimpleGrid cols={halves}>
        <Stack gap="xs">
          <TextInput
            label={words.email}
            description={words.emailLead}
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Checkbox
            size="xs"
            label={words.verifiedEmail}
            disabled={!hasEmail}
            {...form.getInputProps('verifiedEmail', { type: 'checkbox' })}
          />
        </Stack>
        <Stack gap="xs">
          <TextInput
            label={words.phone}
            description={words.phoneLead}
            type="tel"
            autoComplete="off"
            {...form.getInputProps('phone')}
          />
          <Checkbox
            size="xs"
            label={words.verifiedPhone}
            disabled={!hasPhone}
            {...form.getInputProps('verifiedPhone', { type: 'checkbox' })}
          />
        </Stack>
      </SimpleGrid>
    </>
  );
}

export function NameFields({ form }: { form: NewUserForm }) {
  const words = useWords(createWords);
  return (
    <>
      <TextInput label={words.name} autoComplete="off" {...form.getInputProps('displayName')} />
      <Accordion variant="separated" order={3}>
        <Accordion.Item value="more">
          <Accordion.Control>{words.more}</Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={halves}>
              <TextInput label={words.givenName} autoComplete="off" {...form.getInputProps('givenName')} />
              <TextInput label={words.middleName} autoComplete="off" {...form.getInputProps('middleName')} />
              <TextInput label={words.familyName} autoComplete="off" {...form.getInputProps('familyName')} />
              <TextInput
                label={words.picture}
                description={words.pictureLead}
                type="url"
                {...form.getInputProps('picture')}
              />
            </SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  );
}
