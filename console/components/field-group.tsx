import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FieldGroupProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** Fields that belong together, below a title. */
export function FieldGroup({ title, lead, children }: FieldGroupProps) {
  return (
    <fieldset className="fields field-group">
      <legend>{title}</legend>
      <Stack gap="sm">
        {lead && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
        {children}
      </Stack>
    </fieldset>
  );
}
