import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { ApiError, isForbidden } from '../api/failure.ts';
import { Conflict } from '../api/merge.ts';
import { useMessages } from '../i18n/language.tsx';
import { type SharedMessages, sharedMessages } from '../i18n/shared-messages.ts';

/** Returns a message that says what went wrong and what to do. */
export function messageOf(error: unknown, messages: SharedMessages): string {
  if (isForbidden(error)) return messages.errors.forbidden;
  if (error instanceof Conflict) return messages.errors.conflict;
  if (!(error instanceof ApiError)) return messages.errors.unexpected;
  const { errorCode } = error.failure;
  if (errorCode === 'network' || errorCode === 'timeout') return messages.errors.network;
  if (error.status === 429) return messages.errors.tooMany(error.failure.retryAfter ?? 1);
  return error.message;
}

interface ErrorNoticeProps {
  error: unknown;
  retry?: () => void;
  /** After a conflict, saving again replaces the other version. */
  canSaveAgain?: boolean;
}

/** Shown in place of content that failed to load. */
export function ErrorNotice({ error, retry, canSaveAgain = false }: ErrorNoticeProps) {
  const messages = useMessages(sharedMessages);
  const code = error instanceof ApiError ? error.failure.errorCode : undefined;
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden />} title={messages.errors.title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{messageOf(error, messages)}</Text>
        {error instanceof Conflict && (
          <>
            <Versions conflict={error} />
            <Text size="sm">
              {canSaveAgain || error.canSaveAgain ? messages.errors.saveAgain : messages.errors.reload}
            </Text>
          </>
        )}
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

/** Shows what each of two administrators wants to save. */
function Versions({ conflict }: { conflict: Conflict }) {
  const { theirs, yours } = useMessages(sharedMessages).errors;
  return conflict.differences.map((difference) => (
    <Text key={difference.name} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Code>{difference.name}</Code>
      <div>
        {theirs}: {textOf(difference.theirs)}
      </div>
      <div>
        {yours}: {textOf(difference.yours)}
      </div>
    </Text>
  ));
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || '–';
  return typeof value === 'string' ? value || '–' : JSON.stringify(value);
}
