import { Accordion, Checkbox, Select, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import {
  maxProviderScopes,
  providerLengths,
  providerUrls,
  secretPlacements,
} from '../../../client/constants.ts';
import type { KnownProvider } from '../../components/providers/known.ts';
import { useMessages } from '../../i18n/language.tsx';
import { providerMessages } from './messages.ts';
import type { Mapping, ProviderValues } from './provider-values.ts';

interface MoreFieldsProps {
  form: UseFormReturnType<ProviderValues>;
  known: KnownProvider | undefined;
}

/** The optional settings of a provider. */
export function MoreFields({ form, known }: MoreFieldsProps) {
  const messages = useMessages(providerMessages);
  const { authentications } = messages;
  const [open, setOpen] = useState<string | null>(null);
  // Opens the section if it contains an error.
  const isWrong = providerUrls.some((name) => form.errors[name]);
  return (
    <Stack>
      <Checkbox label={messages.linkByEmail} {...form.getInputProps('linkByEmail', { type: 'checkbox' })} />
      <Checkbox
        label={messages.manageTokens}
        description={messages.manageTokensLead}
        {...form.getInputProps('manageProviderTokens', { type: 'checkbox' })}
      />
      <Accordion variant="contained" order={3} value={isWrong ? 'endpoints' : open} onChange={setOpen}>
        <Accordion.Item value="more">
          <Accordion.Control>{messages.more}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              {known && (
                <TextInput
                  label={messages.shownAs}
                  maxLength={providerLengths.title}
                  {...form.getInputProps('title')}
                />
              )}
              <TagsInput
                label={messages.scopes}
                description={messages.scopesLead}
                maxTags={maxProviderScopes}
                {...form.getInputProps('scopes')}
              />
              <TextInput
                label={messages.prompt}
                description={messages.promptLead}
                maxLength={providerLengths.prompt}
                {...form.getInputProps('prompt')}
              />
              <Select
                label={messages.authentication}
                data={secretPlacements.map((value) => ({ value, label: authentications[value] }))}
                allowDeselect={false}
                {...form.getInputProps('authentication')}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="endpoints">
          <Accordion.Control>{messages.endpoints}</Accordion.Control>
          <Accordion.Panel>
            <Endpoints form={form} known={known} />
          </Accordion.Panel>
        </Accordion.Item>
        {!known && (
          <Accordion.Item value="mapping">
            <Accordion.Control>{messages.mapping}</Accordion.Control>
            <Accordion.Panel>
              <MappingFields form={form} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
      </Accordion>
    </Stack>
  );
}

function Endpoints({ form, known }: MoreFieldsProps) {
  const messages = useMessages(providerMessages);
  const isOidc = form.values.protocol === 'oidc';
  const isOwnOAuth = !known && !isOidc;
  const names = [
    ...(isOwnOAuth ? [] : (['authorizationUrl', 'tokenUrl', 'userInfoUrl'] as const)),
    ...(isOidc ? (['jwksUrl'] as const) : []),
    ...(known?.id === 'github' ? (['emailsUrl'] as const) : []),
  ];
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {messages.endpointsLead}
      </Text>
      {isOidc && known && !known.hasOwnServers && (
        <TextInput
          type="url"
          label={messages.issuer}
          description={messages.issuers.other}
          {...form.getInputProps('issuer')}
        />
      )}
      {isOwnOAuth && <TextInput type="url" label={messages.issuer} {...form.getInputProps('issuer')} />}
      {names.map((name) => (
        <TextInput key={name} type="url" label={messages[name]} {...form.getInputProps(name)} />
      ))}
    </Stack>
  );
}

function MappingFields({ form }: Pick<MoreFieldsProps, 'form'>) {
  const messages = useMessages(providerMessages);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {messages.mappingLead}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(Object.keys(messages.mapped) as (keyof Mapping)[]).map((name) => (
          <TextInput
            key={name}
            label={messages.mapped[name]}
            maxLength={providerLengths.attributeMapping}
            autoCapitalize="none"
            {...form.getInputProps(`attributeMapping.${name}`)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
