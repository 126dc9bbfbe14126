import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useProject } from '../session/project.tsx';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { HelpLink } from './help-link.tsx';

interface PageProps {
  title: string;
  /** The screens that contain this one, outermost first. */
  within?: Crumb[];
  /** The purpose of the screen in one sentence. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: a heading that receives the focus when the screen opens, and the content below it. */
export function Page({ title, within, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { project } = useProject();
  useEffect(() => {
    document.title = `${title} · ${project.name} · Latchkey`;
  }, [title, project.name]);
  useEffect(() => {
    // Screen readers announce the heading. A field with autofocus takes the focus afterwards.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div className="page-title">
          {within && <Breadcrumbs within={within} current={title} />}
          <Group gap="sm" align="baseline">
            <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
              {title}
            </Title>
            <HelpLink />
          </Group>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} maw={720} component="div">
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
