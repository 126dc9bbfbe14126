import { Button, Center, Stack, Text } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { shellMessages } from './messages.ts';

export function NotFound() {
  const messages = useMessages(shellMessages);
  return (
    <Center component="main" mih="60vh">
      <Stack align="center">
        <Text component="h1" fw={600}>
          {messages.notFound}
        </Text>
        <Button component="a" href="/console/" variant="default">
          {messages.toOverview}
        </Button>
      </Stack>
    </Center>
  );
}
