import { Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { importMessages } from './messages.ts';
import type { Invitation } from './view.ts';

interface ModeFieldsProps {
  /** The invitation channel. If undefined, users are created and no message is sent. */
  invitation: Invitation | undefined;
  onChange(invitation: Invitation | undefined): void;
}

/** Chooses whether users are created or invited, and through which channel. */
export function ModeFields({ invitation, onChange }: ModeFieldsProps) {
  const messages = useMessages(importMessages);
  const ways = [...(invitation?.sendMail ? ['mail'] : []), ...(invitation?.sendSMS ? ['sms'] : [])];
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <SegmentedControl
          aria-label={messages.mode}
          data={[
            { value: 'create', label: messages.create },
            { value: 'invite', label: messages.invite },
          ]}
          value={invitation ? 'invite' : 'create'}
          onChange={(mode) => onChange(mode === 'invite' ? { sendMail: true, sendSMS: false } : undefined)}
        />
        <Text size="sm" c="dimmed">
          {invitation ? messages.inviteLead : messages.createLead}
        </Text>
      </Group>
      {invitation && (
        <Checkbox.Group
          label={messages.send}
          value={ways}
          onChange={(ways) => onChange({ sendMail: ways.includes('mail'), sendSMS: ways.includes('sms') })}
          error={ways.length === 0 && messages.sendNeeded}
        >
          <Group mt={4}>
            <Checkbox value="mail" label={messages.byMail} />
            <Checkbox value="sms" label={messages.bySms} />
          </Group>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
