import { PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { providerLengths } from '../../../client/constants.ts';
import { Choice } from '../../components/choice.tsx';
import type { KnownProvider } from '../../components/providers/known.ts';
import { useMessages } from '../../i18n/language.tsx';
import { providerMessages } from './messages.ts';
import type { ProviderValues } from './provider-values.ts';

interface ProviderFieldsProps {
  form: UseFormReturnType<ProviderValues>;
  known: KnownProvider | undefined;
  isNew: boolean;
  hasSecret: boolean;
}

/** The required settings of a provider. */
export function ProviderFields({ form, known, isNew, hasSecret }: ProviderFieldsProps) {
  const messages = useMessages(providerMessages);
  const isApple = known?.id === 'apple';
  const plain = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false };
  return (
    <Stack>
      {isNew && (
        <TextInput
          label={messages.name}
          description={messages.nameLead}
          withAsterisk
          data-autofocus
          maxLength={providerLengths.provider}
          {...plain}
          {...form.getInputProps('provider')}
        />
      )}
      {!known && <OwnServer form={form} />}
      <TextInput
        label={isApple ? messages.servicesId : messages.clientId}
        withAsterisk
        data-autofocus={!isNew || undefined}
        {...plain}
        {...form.getInputProps('clientId')}
      />
      {isApple ? (
        <>
          <TextInput label={messages.teamId} withAsterisk {...plain} {...form.getInputProps('teamId')} />
          <TextInput label={messages.keyId} withAsterisk {...plain} {...form.getInputProps('keyId')} />
          <Textarea
            label={messages.privateKey}
            description={hasSecret ? messages.secretSet : messages.privateKeyLead}
            withAsterisk={!hasSecret}
            rows={4}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...plain}
            {...form.getInputProps('clientSecret')}
          />
        </>
      ) : (
        <PasswordInput
          label={messages.secret}
          description={hasSecret ? messages.secretSet : undefined}
          placeholder={hasSecret ? '••••••••••••' : undefined}
          withAsterisk={!hasSecret}
          autoComplete="new-password"
          {...form.getInputProps('clientSecret')}
        />
      )}
      {known?.hasOwnServers && (
        <TextInput
          label={messages.issuer}
          description={messages.issuers[known.id === 'microsoft' ? 'microsoft' : 'gitlab']}
          {...plain}
          {...form.getInputProps('issuer')}
        />
      )}
    </Stack>
  );
}

function OwnServer({ form }: Pick<ProviderFieldsProps, 'form'>) {
  const messages = useMessages(providerMessages);
  const isOidc = form.values.protocol === 'oidc';
  return (
    <>
      <TextInput
        label={messages.shownAs}
        maxLength={providerLengths.title}
        {...form.getInputProps('title')}
      />
      <Choice
        label={messages.protocol}
        options={[
          { value: 'oidc', label: 'OpenID Connect' },
          { value: 'oauth2', label: 'OAuth 2.0' },
        ]}
        value={form.values.protocol}
        onChange={(protocol) => form.setFieldValue('protocol', protocol)}
      />
      {isOidc ? (
        <TextInput
          type="url"
          label={messages.issuer}
          description={messages.issuerLead}
          withAsterisk
          {...form.getInputProps('issuer')}
        />
      ) : (
        (['authorizationUrl', 'tokenUrl', 'userInfoUrl'] as const).map((name) => (
          <TextInput
            key={name}
            type="url"
            label={messages[name]}
            withAsterisk
            {...form.getInputProps(name)}
          />
        ))
      )}
    </>
  );
}
