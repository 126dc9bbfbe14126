import { Alert, Code, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { messageOf } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { MailFrame } from './mail-frame.tsx';
import { type Content, type TemplateKey, writeKey } from './template-key.ts';
import { templateWords } from './words-templates.ts';

const pauseMs = 400;

/** What the message will look like, asked of the server a moment after somebody has stopped typing. */
export function TemplatePreview({
  templateKey,
  subject,
  text,
  html,
}: Content & { templateKey: TemplateKey }) {
  const words = useWords(templateWords);
  const all = useWords(everywhere);
  const [view, setView] = useState('html');
  const content = useMemo(() => ({ subject, text, html }), [subject, text, html]);
  const [settled] = useDebouncedValue(content, pauseMs);
  const preview = useRead(['template-preview', writeKey(templateKey), settled], (client) =>
    client.management.messageTemplates.preview({ ...templateKey, ...settled }),
  );
  const { data, error } = preview;
  const isHtml = view === 'html' && templateKey.channel === 'email' && settled.html !== '';
  return (
    <Stack gap="sm" component="section" aria-label={words.preview} pos="sticky" top={72}>
      <Group justify="space-between">
        <div>
          <Title order={3} size="h4">
            {words.preview}
          </Title>
          <Text size="sm" c="dimmed">
            {words.previewLead}
          </Text>
        </div>
        {templateKey.channel === 'email' && (
          <SegmentedControl
            aria-label={words.preview}
            value={view}
            onChange={setView}
            data={[
              { value: 'html', label: words.previewHtml },
              { value: 'text', label: words.previewText },
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
                {words.subject}
              </Text>
              <Text fw={600}>{data.subject}</Text>
            </Paper>
          )}
          {isHtml ? (
            <MailFrame html={data.html} title={words.preview} />
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
