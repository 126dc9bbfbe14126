import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Shown in place of an empty list: says what belongs there and offers to create it. */
export function EmptyState({ icon: Icon, title, lead, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
        <Icon size={24} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {lead && (
        <Text size="sm" c="dimmed" maw={460}>
          {lead}
        </Text>
      )}
      {action}
    </Stack>
  );
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  lead?: string;
  action?: ReactNode;
}
