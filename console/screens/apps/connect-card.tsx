import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { connectMessages } from './connect-messages.ts';

/** The values to enter in the application, each with a copy button. */
export function ConnectCard({
  app: { appType, oidcSettings: oidc, samlSettings: saml },
}: {
  app: SsoApplication;
}) {
  const messages = useMessages(connectMessages);
  const values: Record<SsoApplication['appType'], { lead: string; facts: [string, string][] }> = {
    oidc: {
      lead: messages.oidcLead,
      facts: [
        [messages.issuer, oidc.issuer],
        [messages.clientId, oidc.clientId],
        [messages.discovery, oidc.discoveryUrl],
        [messages.authorization, oidc.authorizationUrl],
        [messages.token, oidc.tokenUrl],
        [messages.userInfo, oidc.userInfoUrl],
        [messages.jwks, oidc.jwksUrl],
        [messages.endSession, oidc.endSessionUrl],
      ],
    },
    saml: {
      lead: messages.samlLead,
      facts: [
        [messages.metadata, saml.idpMetadataUrl],
        [messages.entityId, saml.idpEntityId],
        [messages.ssoUrl, saml.idpSsoUrl],
        [messages.logoutUrl, saml.idpLogoutUrl],
        [messages.initiatedUrl, saml.idpInitiatedUrl],
      ],
    },
    wsfed: { lead: messages.wsfedLead, facts: [] },
  };
  const { lead, facts } = values[appType];
  return (
    <InfoCard title={messages.values} lead={lead}>
      <Details facts={facts.map(([what, text]) => [what, <CopyText key={what} text={text} what={what} />])} />
    </InfoCard>
  );
}

/** A part of the page that shows something, and has nothing to save. */
export function InfoCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title} p="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={4} maw={720}>
            {lead}
          </Text>
        </div>
        {children}
      </Stack>
    </Card>
  );
}
