import { Button, Group, Text } from '@mantine/core';
import { formMessages } from '../i18n/form-messages.ts';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

interface SaveRowProps {
  mayChange: boolean;
  isDirty: boolean;
  isPending: boolean;
  onDiscard(): void;
}

/** The end of a form in a card: it saves or discards, and says why it cannot. */
export function SaveRow({ mayChange, isDirty, isPending, onDiscard }: SaveRowProps) {
  const { discard, unsaved } = useMessages(formMessages);
  const { save, roleTooSmall } = useMessages(sharedMessages);
  return (
    <Group gap="sm">
      <Button type="submit" disabled={!mayChange || !isDirty} loading={isPending}>
        {save}
      </Button>
      {isDirty && (
        <>
          <Button variant="default" onClick={onDiscard} disabled={isPending}>
            {discard}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {unsaved}
          </Text>
        </>
      )}
      {!mayChange && (
        <Text size="sm" c="dimmed">
          {roleTooSmall}
        </Text>
      )}
    </Group>
  );
}
