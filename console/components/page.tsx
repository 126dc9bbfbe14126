import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useProject } from '../session/project.tsx';

interface PageProps {
  title: string;
  /** What this is for, in a sentence. */
  lead?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** What every screen is: a heading that gets the focus when the screen opens, and what is below. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { project } = useProject();
  useEffect(() => {
    document.title = `${title} · ${project.name} · Latchkey`;
  }, [title, project.name]);
  useEffect(() => {
    // Who hears the page is told where they are; a field that wants the focus comes after.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} maw={720}>
              {lead}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
