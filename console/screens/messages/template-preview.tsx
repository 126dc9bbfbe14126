import { Alert, Code, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { messageOf } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { MailFrame } from './mail-frame.tsx';
import { type Content, type TemplateKey, writeKey } from './template-key.ts';
import { templateMessages } from './template-messages.ts';

const pauseMs = 400;

/** Shows a preview of the message, which the server renders shortly after the user stops typing. */
export function TemplatePreview({
  templateKey,
  subject,
  text,
  html,
}: Content & { templateKey: TemplateKey }) {
  const texts = useMessages(templateMessages);
  const all = useMessages(sharedMessages);
  const [view, setView] = useState('html');
  const content = useMemo(() => ({ subject, text, html }), [subject, text, html]);
  const [settled] = useDebouncedValue(content, pauseMs);
  const preview = useRead(['template-preview', writeKey(templateKey), settled], (client) =>
    client.management.messageTemplates.preview({ ...templateKey, ...settled }),
  );
  const { data, error } = preview;
  const isHtml = view === 'html' && templateKey.channel === 'email' && settled.html !== '';
  return (
    <Stack gap="sm" component="section" aria-label={texts.preview} pos="sticky" top={72}>
      <Group justify="space-between">
        <div>
          <Title order={3} size="h4">
            {texts.preview}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.previewLead}
          </Text>
        </div>
        {templateKey.channel === 'email' && (
          <SegmentedControl
            aria-label={texts.preview}
            value={view}
            onChange={setView}
            data={[
              { value: 'html', label: texts.previewHtml },
              { value: 'text', label: texts.previewText },
            ]}
          />
        )}
      </Group>
      {error && (
        <Alert color="orange" role="status">
          {messageOf(error, all)}
        </Alert>
      )}
      {!data && !error && <Loading height={300} />}
      {data && (
        <>
          {data.subject && (
            <Paper withBorder p="sm">
              <Text size="xs" c="dimmed">
                {texts.subject}
              </Text>
              <Text fw={600}>{data.subject}</Text>
            </Paper>
          )}
          {isHtml ? (
            <MailFrame html={data.html} title={texts.preview} />
          ) : (
            <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
              {data.text}
            </Code>
          )}
        </>
      )}
    </Stack>
  );
}
