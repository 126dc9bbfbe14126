import { Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useWords } from '../../words/language.tsx';
import type { Invitation } from './view.ts';
import { importWords } from './words.ts';

interface ModeFieldsProps {
  /** Absent: they are created, and nothing is sent. */
  invitation: Invitation | undefined;
  onChange(invitation: Invitation | undefined): void;
}

/** Whether they are created or invited, and how. */
export function ModeFields({ invitation, onChange }: ModeFieldsProps) {
  const words = useWords(importWords);
  const ways = [...(invitation?.sendMail ? ['mail'] : []), ...(invitation?.sendSMS ? ['sms'] : [])];
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <SegmentedControl
          aria-label={words.mode}
          data={[
            { value: 'create', label: words.create },
            { value: 'invite', label: words.invite },
          ]}
          value={invitation ? 'invite' : 'create'}
          onChange={(mode) => onChange(mode === 'invite' ? { sendMail: true, sendSMS: false } : undefined)}
        />
        <Text size="sm" c="dimmed">
          {invitation ? words.inviteLead : words.createLead}
        </Text>
      </Group>
      {invitation && (
        <Checkbox.Group
          label={words.send}
          value={ways}
          onChange={(ways) => onChange({ sendMail: ways.includes('mail'), sendSMS: ways.includes('sms') })}
          error={ways.length === 0 && words.sendNeeded}
        >
          <Group mt={4}>
            <Checkbox value="mail" label={words.byMail} />
            <Checkbox value="sms" label={words.bySms} />
          </Group>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
