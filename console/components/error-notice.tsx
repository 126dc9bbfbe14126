import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { ApiError, isForbidden } from '../api/failure.ts';
import { useMessages } from '../i18n/language.tsx';
import { type SharedMessages, sharedMessages } from '../i18n/shared-messages.ts';

/** Returns a message that says what went wrong and what to do. */
export function messageOf(error: unknown, messages: SharedMessages): string {
  if (isForbidden(error)) return messages.errors.forbidden;
  if (!(error instanceof ApiError)) return messages.errors.unexpected;
  const { errorCode } = error.failure;
  if (errorCode === 'network' || errorCode === 'timeout') return messages.errors.network;
  if (error.status === 429) return messages.errors.tooMany(error.failure.retryAfter ?? 1);
  return error.message;
}

/** Shown in place of content that failed to load. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const messages = useMessages(sharedMessages);
  const code = error instanceof ApiError ? error.failure.errorCode : undefined;
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden />} title={messages.errors.title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{messageOf(error, messages)}</Text>
        <Group gap="sm">
          {retry && (
            <Button size="compact-sm" variant="default" onClick={retry}>
              {messages.retry}
            </Button>
          )}
          {code && <Code>{code}</Code>}
        </Group>
      </Stack>
    </Alert>
  );
}
