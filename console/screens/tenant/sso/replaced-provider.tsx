import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { useMay } from '../../../session/session.tsx';
import { useWords } from '../../../words/language.tsx';
import type { Protocol } from './draft.ts';
import { ssoWords } from './words.ts';

/** The question that a new identity provider leaves: whether it names the same people as the one before. */
export function ReplacedProvider({ settings, protocol }: { settings: SsoSettings; protocol: Protocol }) {
  const words = useWords(ssoWords);
  const mayChange = useMay('administrator');
  const [asks, setAsks] = useState<'carryOver' | 'keepApart'>();
  const { ssoId, tenant } = settings;
  const { replacedProvider, awaitsDecision } = settings[protocol];
  const decide = useWrite(
    (client, carryOver: boolean) => client.management.sso.decideIdentities(tenant.id, carryOver, ssoId),
    { changes: [['tenant', tenant.id]], done: words.decided, onDone: () => setAsks(undefined) },
  );
  if (!replacedProvider) return null;
  const current = protocol === 'saml' ? settings.saml.idpEntityId : settings.oidc.issuer;
  return (
    <Alert color={awaitsDecision ? 'red' : 'yellow'} title={words.replacedTitle}>
      <Stack gap="xs">
        <Text size="sm">
          {words.replacedBefore} <Code style={{ overflowWrap: 'anywhere' }}>{replacedProvider}</Code>
        </Text>
        {replacedProvider === current && <Text size="sm">{words.replacedKeys}</Text>}
        <Text size="sm">{awaitsDecision ? words.replacedByLink : words.replacedLead}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setAsks('carryOver')} disabled={!mayChange}>
            {words.carryOver}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsks('keepApart')} disabled={!mayChange}>
            {words.keepApart}
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === 'carryOver' ? words.carryOverTitle : words.keepApartTitle}
        action={asks === 'carryOver' ? words.carryOver : words.keepApart}
        onConfirm={() => decide.mutateAsync(asks === 'carryOver')}
      >
        {asks === 'carryOver' ? words.carryOverLead : words.keepApartLead}
      </Confirm>
    </Alert>
  );
}
