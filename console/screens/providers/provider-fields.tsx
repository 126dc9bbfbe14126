import { PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Choice } from '../../parts/choice.tsx';
import { useWords } from '../../words/language.tsx';
import type { KnownProvider } from './known.ts';
import type { ProviderValues } from './provider-values.ts';
import { providerWords } from './words.ts';

interface ProviderFieldsProps {
  form: UseFormReturnType<ProviderValues>;
  known: KnownProvider | undefined;
  isNew: boolean;
  hasSecret: boolean;
}

/** What cannot be done without. */
export function ProviderFields({ form, known, isNew, hasSecret }: ProviderFieldsProps) {
  const words = useWords(providerWords);
  const isApple = known?.id === 'apple';
  const plain = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false };
  return (
    <Stack>
      {isNew && (
        <TextInput
          label={words.name}
          description={words.nameLead}
          withAsterisk
          data-autofocus
          maxLength={30}
          {...plain}
          {...form.getInputProps('provider')}
        />
      )}
      {!known && <OwnServer form={form} />}
      <TextInput
        label={isApple ? words.servicesId : words.clientId}
        withAsterisk
        data-autofocus={!isNew || undefined}
        {...plain}
        {...form.getInputProps('clientId')}
      />
      {isApple ? (
        <>
          <TextInput label={words.teamId} withAsterisk {...plain} {...form.getInputProps('teamId')} />
          <TextInput label={words.keyId} withAsterisk {...plain} {...form.getInputProps('keyId')} />
          <Textarea
            label={words.privateKey}
            description={hasSecret ? words.secretSet : words.privateKeyLead}
            withAsterisk={!hasSecret}
            rows={4}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...plain}
            {...form.getInputProps('clientSecret')}
          />
        </>
      ) : (
        <PasswordInput
          label={words.secret}
          description={hasSecret ? words.secretSet : undefined}
          placeholder={hasSecret ? '••••••••••••' : undefined}
          withAsterisk={!hasSecret}
          autoComplete="new-password"
          {...form.getInputProps('clientSecret')}
        />
      )}
      {known?.hasOwnServers && (
        <TextInput
          label={words.issuer}
          description={words.issuers[known.id === 'microsoft' ? 'microsoft' : 'gitlab']}
          {...plain}
          {...form.getInputProps('issuer')}
        />
      )}
    </Stack>
  );
}

function OwnServer({ form }: Pick<ProviderFieldsProps, 'form'>) {
  const words = useWords(providerWords);
  const isOidc = form.values.protocol === 'oidc';
  return (
    <>
      <TextInput label={words.shownAs} maxLength={100} {...form.getInputProps('title')} />
      <Choice
        label={words.protocol}
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
          label={words.issuer}
          description={words.issuerLead}
          withAsterisk
          {...form.getInputProps('issuer')}
        />
      ) : (
        (['authorizationUrl', 'tokenUrl', 'userInfoUrl'] as const).map((name) => (
          <TextInput key={name} type="url" label={words[name]} withAsterisk {...form.getInputProps(name)} />
        ))
      )}
    </>
  );
}
