import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import type { Protocol } from './draft.ts';
import { ssoMessages } from './messages.ts';

/**
 * Asks, after the identity provider was replaced, whether the new one uses the same identifiers for the same people.
 */
export function ReplacedProvider({ settings, protocol }: { settings: SsoSettings; protocol: Protocol }) {
  const messages = useMessages(ssoMessages);
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState<'carryOver' | 'keepApart'>();
  const { ssoId, tenant } = settings;
  const { replacedProvider, awaitsDecision } = settings[protocol];
  const decide = useWrite(
    (client, carryOver: boolean) => client.management.sso.decideIdentities(tenant.id, carryOver, ssoId),
    { changes: [['tenant', tenant.id]], done: messages.decided, onDone: () => setAsks(undefined) },
  );
  if (!replacedProvider) return null;
  const current = protocol === 'saml' ? settings.saml.idpEntityId : settings.oidc.issuer;
  return (
    <Alert color={awaitsDecision ? 'red' : 'yellow'} title={messages.replacedTitle}>
      <Stack gap="xs">
        <Text size="sm">
          {messages.replacedBefore} <Code style={{ overflowWrap: 'anywhere' }}>{replacedProvider}</Code>
        </Text>
        {replacedProvider === current && <Text size="sm">{messages.replacedKeys}</Text>}
        <Text size="sm">{awaitsDecision ? messages.replacedByLink : messages.replacedLead}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setAsks('carryOver')} disabled={!mayChange}>
            {messages.carryOver}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsks('keepApart')} disabled={!mayChange}>
            {messages.keepApart}
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === 'carryOver' ? messages.carryOverTitle : messages.keepApartTitle}
        action={asks === 'carryOver' ? messages.carryOver : messages.keepApart}
        onConfirm={() => decide.mutateAsync(asks === 'carryOver')}
      >
        {asks === 'carryOver' ? messages.carryOverLead : messages.keepApartLead}
      </Confirm>
    </Alert>
  );
}
