import { Button, Center, Stack, Text } from '@mantine/core';
import { useWords } from '../words/language.tsx';
import { shellWords } from './words.ts';

export function NotFound() {
  const words = useWords(shellWords);
  return (
    <Center component="main" mih="60vh">
      <Stack align="center">
        <Text component="h1" fw={600}>
          {words.notFound}
        </Text>
        <Button component="a" href="/console/" variant="default">
          {words.toOverview}
        </Button>
      </Stack>
    </Center>
  );
}
