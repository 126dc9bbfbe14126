import { Alert, Button, Card, Code, Group, Select, Stack, Text } from '@mantine/core';
import { PowerOff, RotateCcw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../api/failure.ts';
import { Choice } from '../../../components/choice.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { useLanguageName } from '../../../components/language-name.ts';
import { Loading } from '../../../components/loading.tsx';
import { useLanguages } from '../../../components/use-languages.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { flowTabMessages } from '../tab-messages.ts';
import type { Flow } from '../use-flow.ts';
import { PreviewFrame, type Shown } from './preview-frame.tsx';
import { useComponents } from './use-components.ts';

const themes = ['light', 'dark'] as const;

/** Shows a flow as an application does, with the vendor's unmodified component. */
export function PreviewTab({ flow }: { flow: Flow }) {
  const messages = useMessages(flowTabMessages);
  const { retry } = useMessages(sharedMessages);
  const components = useComponents();
  if (flow.disabled)
    return (
      <Alert icon={<PowerOff aria-hidden />} title={messages.isOff}>
        {messages.isOffLead}
      </Alert>
    );
  if (components.data) return <Preview flow={flow} />;
  const { error, refetch } = components;
  if (!error) return <Loading />;
  if (!(error instanceof ApiError && error.status === 501))
    return <ErrorNotice error={error} retry={refetch} />;
  return (
    <Alert color="yellow" icon={<TriangleAlert aria-hidden />} title={messages.notInstalled}>
      <Stack align="flex-start">
        {messages.notInstalledLead}
        <Code>latchkey components install</Code>
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          {retry}
        </Button>
      </Stack>
    </Alert>
  );
}

function Preview({ flow: { id, etag } }: { flow: Flow }) {
  const messages = useMessages(flowTabMessages);
  const { language } = useLanguage();
  const languageName = useLanguageName();
  const languages = useLanguages();
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
  const [locale, setLocale] = useState<string>(language);
  const [round, setRound] = useState(0);
  const [shown, setShown] = useState<Shown>();
  // Whatever decides what is shown starts the flow again.
  const key = [theme, locale, etag, round].join();
  const isOver = shown?.key === key ? shown : undefined;
  return (
    <Card withBorder component="section" aria-label={messages.preview}>
      <Stack>
        <Text size="sm" c="dimmed" maw={720}>
          {messages.previewLead} {messages.previewLimits}
        </Text>
        <Group align="flex-end">
          <Choice
            label={messages.theme}
            value={theme}
            onChange={(next) => setTheme(next)}
            options={themes.map((value) => ({ value, label: messages.themes[value] }))}
          />
          <Select
            label={messages.language}
            data={(languages ?? [locale]).map((value) => ({ value, label: languageName(value) }))}
            value={locale}
            onChange={(value) => value && setLocale(value)}
            allowDeselect={false}
            w={180}
          />
          <Button
            variant="default"
            leftSection={<RotateCcw size={16} aria-hidden />}
            onClick={() => setRound(round + 1)}
          >
            {messages.startAgain}
          </Button>
        </Group>
        <div role="status">{isOver && <Outcome shown={isOver} />}</div>
        <PreviewFrame
          key={key}
          flowId={id}
          theme={theme}
          locale={locale}
          title={messages.preview}
          onShown={(event) => setShown({ ...event, key })}
        />
      </Stack>
    </Card>
  );
}

function Outcome({ shown }: { shown: Shown }) {
  const messages = useMessages(flowTabMessages);
  switch (shown.kind) {
    case 'signedIn':
      return <Alert color="teal">{shown.isEnded ? messages.signedIn : messages.signedInUntil}</Alert>;
    case 'leaves':
      return <Alert>{messages.leaves(shown.host)}</Alert>;
    case 'error':
      return (
        <Alert color="red" title={messages.previewFailed}>
          <span lang="en">{shown.message}</span>
        </Alert>
      );
  }
}
