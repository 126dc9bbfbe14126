import {
  Accordion,
  MultiSelect,
  PasswordInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import type { DraftForm } from './draft-form.ts';
import { ssoMessages } from './messages.ts';
import { optionsOf } from './saml-fields.tsx';

export function OidcFields({ form, hasSecret }: { form: DraftForm; hasSecret: boolean }) {
  const messages = useMessages(ssoMessages);
  const { optional } = useMessages(sharedMessages);
  return (
    <Stack>
      <Select
        label={messages.how}
        data={optionsOf(messages.oidcSources)}
        allowDeselect={false}
        {...form.getInputProps('oidc.source')}
      />
      <TextInput
        label={messages.issuer}
        description={messages.issuerLead}
        withAsterisk
        data-autofocus
        {...form.getInputProps('oidc.issuer')}
      />
      {form.values.oidc.source === 'hand' && (
        <>
          <TextInput label={messages.authUrl} withAsterisk {...form.getInputProps('oidc.authUrl')} />
          <TextInput label={messages.tokenUrl} withAsterisk {...form.getInputProps('oidc.tokenUrl')} />
          <TextInput label={messages.jwksUrl} withAsterisk {...form.getInputProps('oidc.jwksUrl')} />
          <TextInput
            label={`${messages.userDataUrl} (${optional})`}
            {...form.getInputProps('oidc.userDataUrl')}
          />
        </>
      )}
      <TextInput
        label={messages.clientId}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('oidc.clientId')}
      />
      <PasswordInput
        label={messages.clientSecret}
        description={hasSecret ? messages.clientSecretKept : messages.clientSecretLead}
        autoComplete="new-password"
        {...form.getInputProps('oidc.clientSecret')}
      />
      <Accordion variant="contained">
        <Accordion.Item value="more">
          <Accordion.Control>{messages.more}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              <TextInput label={`${messages.oidcName} (${optional})`} {...form.getInputProps('oidc.name')} />
              <TagsInput
                label={messages.scope}
                description={messages.scopeLead}
                {...form.getInputProps('oidc.scope')}
              />
              <MultiSelect
                label={messages.prompt}
                data={['login', 'consent', 'select_account', 'none']}
                {...form.getInputProps('oidc.prompt')}
              />
              <Select
                label={messages.clientAuth}
                data={optionsOf(messages.clientAuthMethods)}
                allowDeselect={false}
                {...form.getInputProps('oidc.clientAuthMethod')}
              />
              <Switch
                label={messages.keepTokens}
                description={messages.keepTokensLead}
                {...form.getInputProps('oidc.manageProviderTokens', { type: 'checkbox' })}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}
