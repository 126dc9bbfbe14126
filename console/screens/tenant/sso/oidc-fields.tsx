import { Accordion, MultiSelect, PasswordInput, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import type { DraftForm } from './draft-form.ts';
import { optionsOf } from './saml-fields.tsx';
import { ssoWords } from './words.ts';

export function OidcFields({ form, hasSecret }: { form: DraftForm; hasSecret: boolean }) {
  const words = useWords(ssoWords);
  const { optional } = useWords(everywhere);
  return (
    <Stack>
      <Select
        label={words.how}
        data={optionsOf(words.oidcSources)}
        allowDeselect={false}
        {...form.getInputProps('oidc.source')}
      />
      <TextInput
        label={words.issuer}
        description={words.issuerLead}
        withAsterisk
        data-autofocus
        {...form.getInputProps('oidc.issuer')}
      />
      {form.values.oidc.source === 'hand' && (
        <>
          <TextInput label={words.authUrl} withAsterisk {...form.getInputProps('oidc.authUrl')} />
          <TextInput label={words.tokenUrl} withAsterisk {...form.getInputProps('oidc.tokenUrl')} />
          <TextInput label={words.jwksUrl} withAsterisk {...form.getInputProps('oidc.jwksUrl')} />
          <TextInput
            label={`${words.userDataUrl} (${optional})`}
            {...form.getInputProps('oidc.userDataUrl')}
          />
        </>
      )}
      <TextInput
        label={words.clientId}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('oidc.clientId')}
      />
      <PasswordInput
        label={words.clientSecret}
        description={hasSecret ? words.clientSecretKept : words.clientSecretLead}
        autoComplete="new-password"
        {...form.getInputProps('oidc.clientSecret')}
      />
      <Accordion variant="contained">
        <Accordion.Item value="more">
          <Accordion.Control>{words.more}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              <TextInput label={`${words.oidcName} (${optional})`} {...form.getInputProps('oidc.name')} />
              <TagsInput
                label={words.scope}
                description={words.scopeLead}
                {...form.getInputProps('oidc.scope')}
              />
              <MultiSelect
                label={words.prompt}
                data={['login', 'consent', 'select_account', 'none']}
                {...form.getInputProps('oidc.prompt')}
              />
              <Select
                label={words.clientAuth}
                data={optionsOf(words.clientAuthMethods)}
                allowDeselect={false}
                {...form.getInputProps('oidc.clientAuthMethod')}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}
