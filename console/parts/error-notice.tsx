import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { ApiError, isForbidden } from '../api/failure.ts';
import { type Everywhere, everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';

/** What went wrong, and what to do, in words. */
export function messageOf(error: unknown, words: Everywhere): string {
  if (isForbidden(error)) return words.errors.forbidden;
  if (!(error instanceof ApiError)) return words.errors.unexpected;
  const { errorCode } = error.failure;
  if (errorCode === 'network' || errorCode === 'timeout') return words.errors.network;
  if (error.status === 429) return words.errors.tooMany(error.failure.retryAfter ?? 1);
  return error.message;
}

/** In the place of what could not be shown. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const words = useWords(everywhere);
  const code = error instanceof ApiError ? error.failure.errorCode : undefined;
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden />} title={words.errors.title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{messageOf(error, words)}</Text>
        <Group gap="sm">
          {retry && (
            <Button size="compact-sm" variant="default" onClick={retry}>
              {words.retry}
            </Button>
          )}
          {code && <Code>{code}</Code>}
        </Group>
      </Stack>
    </Alert>
  );
}
