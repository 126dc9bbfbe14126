import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { ApiError, isForbidden } from '../api/failure.ts';
import { Conflict } from '../api/merge.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { type SharedMessages, sharedMessages } from '../i18n/shared-messages.ts';
import { CodeNotLoaded } from './code-not-loaded.ts';
import { settingName, settingText } from './setting-text.ts';

/** Returns a message that says what went wrong and what to do. */
export function messageOf(error: unknown, messages: SharedMessages): string {
  if (isForbidden(error)) return messages.errors.forbidden;
  if (error instanceof Conflict) return messages.errors.conflict;
  if (error instanceof CodeNotLoaded) return messages.errors.notLoadedCode;
  if (!(error instanceof ApiError)) return messages.errors.unexpected;
  const { errorCode } = error.failure;
  if (errorCode === 'network' || errorCode === 'timeout') return messages.errors.network;
  if (error.status === 429) return messages.errors.tooMany(error.failure.retryAfter ?? 1);
  return error.message;
}

/** Returns the kind of failure, where the error says more than that something failed. */
function titleOf(error: unknown, { titles }: SharedMessages['errors']): string | undefined {
  if (isForbidden(error)) return titles.forbidden;
  if (error instanceof Conflict) return titles.conflict;
  if (error instanceof CodeNotLoaded) return titles.network;
  if (!(error instanceof ApiError)) return titles.unexpected;
  const { errorCode } = error.failure;
  if (errorCode === 'network' || errorCode === 'timeout') return titles.network;
  if (error.status === 429) return titles.tooMany;
  return error.status >= 500 ? titles.server : undefined;
}

interface ErrorNoticeProps {
  error: unknown;
  /** The action that failed, for an error whose kind does not say it. Default: something could not be loaded. */
  title?: string;
  retry?: () => void;
  /** After a conflict, saving again replaces the other version. */
  canSaveAgain?: boolean;
}

/** Shown in place of content that failed to load. */
export function ErrorNotice({ error, title, retry, canSaveAgain = false }: ErrorNoticeProps) {
  const messages = useMessages(sharedMessages);
  const code = error instanceof ApiError ? error.failure.errorCode : undefined;
  const shownTitle = titleOf(error, messages.errors) ?? title ?? messages.errors.notLoaded;
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden />} title={shownTitle} role="alert">
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
  const { yes, no, errors } = useMessages(sharedMessages);
  const words = { language: useLanguage().language, yes, no };
  return conflict.differences.map((difference) => (
    <Text key={difference.name} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} size="sm">
        {settingName(difference.name)}
      </Text>
      <div>
        {errors.theirs}: {settingText(difference.name, difference.theirs, words)}
      </div>
      <div>
        {errors.yours}: {settingText(difference.name, difference.yours, words)}
      </div>
    </Text>
  ));
}
