import { Button, Card, Code, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { Details } from '../../../components/details.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import { draftOf, type Protocol } from './draft.ts';
import { fieldsOf } from './mapping-fields.ts';
import { MappingForm } from './mapping-form.tsx';
import { mappingMessages } from './mapping-messages.ts';

/** Shows the attribute mapping, without the fields that use the default. */
export function MappingCard({ settings, protocol }: { settings: SsoSettings; protocol: Protocol }) {
  const messages = useMessages(mappingMessages);
  const { edit } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [isEditing, setIsEditing] = useState(false);
  const { customAttributes, ...names } = draftOf(settings)[protocol].attributes;
  const byName = names as Record<string, string>;
  const mapped = [
    ...fieldsOf(protocol).map((field) => [messages.mappingFields[field] ?? field, byName[field] ?? '']),
    ...Object.entries(customAttributes),
  ].filter(([, theirs]) => theirs);
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {messages.mapping}
        </Title>
        <Button variant="default" size="xs" onClick={() => setIsEditing(true)} disabled={!mayChange}>
          {edit}
        </Button>
      </Group>
      {mapped.length === 0 ? (
        <Text size="sm">{messages.mappingNone}</Text>
      ) : (
        <Details facts={mapped.map(([ours = '', theirs]) => [ours, <Code key={ours}>{theirs}</Code>])} />
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {settings[protocol].renewUserDetails ? messages.renewed : messages.notRenewed}
      </Text>
      <MappingForm settings={settings} opened={isEditing} onClose={() => setIsEditing(false)} />
    </Card>
  );
}
