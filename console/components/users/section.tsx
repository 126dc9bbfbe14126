import './section.css';
import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** True for rows that reach from edge to edge, such as an `item-list`. */
  isFlush?: boolean;
  children?: ReactNode;
}

/** A section of a tab. */
export function Section({ title, lead, actions, isFlush = false, children }: SectionProps) {
  const id = useId();
  return (
    <Paper withBorder component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="sm" p="md">
        <div style={{ flex: '1 1 18rem' }}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} maw={640} component="div">
              {lead}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children && (isFlush ? children : <div className="section-body">{children}</div>)}
    </Paper>
  );
}
