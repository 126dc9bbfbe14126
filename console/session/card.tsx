import { Alert, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../components/logo.tsx';
import { LanguageSelect } from './language-select.tsx';

/** A page shown before the administrator is signed in. */
export function Card({ title, lead, problem, children }: CardProps) {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Latchkey`;
    return () => {
      document.title = before;
    };
  }, [title]);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={420} gap="md">
        <Group justify="space-between">
          <Logo />
          <LanguageSelect />
        </Group>
        <Paper withBorder shadow="md" radius="lg" p="xl">
          <Stack>
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {lead && (
                <Text size="sm" c="dimmed" mt={4}>
                  {lead}
                </Text>
              )}
            </div>
            {problem && (
              <Alert color="red" role="alert" p="xs">
                {problem}
              </Alert>
            )}
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}

interface CardProps {
  title: string;
  lead?: string | undefined;
  problem?: string | undefined;
  children?: ReactNode;
}
