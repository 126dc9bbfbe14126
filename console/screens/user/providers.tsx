import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { knownProviders } from '../providers/known.ts';
import { ProviderLogo } from '../providers/provider-logo.tsx';
import { credentialMessages } from './credential-messages.ts';
import { ProviderToken } from './provider-token.tsx';
import { Section } from './section.tsx';

/** Shows the identity providers that the user has signed in with. */
export function Providers({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const may = useHasRole('administrator');
  const [asked, setAsked] = useState<string>();
  const linked = Object.keys(user.OAuth).filter((provider) => user.OAuth[provider]);
  const tenants = [user.SAML && messages.sso.saml, user.OIDC && messages.sso.oidc].filter(
    (text) => text !== false,
  );
  if (linked.length + tenants.length === 0) {
    return <Section title={messages.providers} lead={messages.noProviders} />;
  }
  return (
    <Section title={messages.providers}>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {linked.map((provider) => (
          <Group key={provider} component="li" justify="space-between">
            <Group gap="xs">
              <ProviderLogo provider={provider} />
              <Text size="sm">{titleOf(provider)}</Text>
            </Group>
            <Button
              variant="default"
              size="xs"
              disabled={!may}
              aria-label={messages.tokenTitle(provider)}
              onClick={() => setAsked(provider)}
            >
              {messages.token}
            </Button>
          </Group>
        ))}
        {tenants.map((tenant) => (
          <Text key={tenant} component="li" size="sm">
            {tenant}
          </Text>
        ))}
      </Stack>
      <ProviderToken user={user} provider={asked} onClose={() => setAsked(undefined)} />
    </Section>
  );
}

/** A provider of the project's own is shown by its name in the API. */
function titleOf(provider: string): string {
  return knownProviders.find(({ id }) => id === provider)?.title ?? provider;
}
