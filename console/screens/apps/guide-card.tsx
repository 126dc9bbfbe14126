import { Anchor, Code, Group, Select, Stack, Text } from '@mantine/core';
import type { SsoApplication } from '../../../client/client.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { InfoCard } from './connect-card.tsx';
import { connectMessages } from './connect-messages.ts';
import { fill, guidesFor, type Template, valuesOf } from './templates.ts';

interface GuideCardProps {
  app: SsoApplication;
  /** The ID of a template, or empty. */
  guide: string;
  onGuide(guide: string): void;
}

/** Says what to enter in a known application. */
export function GuideCard({ app, guide, onGuide }: GuideCardProps) {
  const messages = useMessages(connectMessages);
  const guides = guidesFor(app.appType);
  const template = guides.find(({ id }) => id === guide);
  if (guides.length === 0) return undefined;
  return (
    <InfoCard title={messages.guide} lead={messages.guideLead}>
      <Select
        label={messages.guideFor}
        placeholder={messages.noGuide}
        data={guides.map(({ id, name }) => ({ value: id, label: name }))}
        value={template?.id ?? null}
        onChange={(id) => onGuide(id ?? '')}
        clearable
        maw={480}
      />
      {template && <Guide template={template} app={app} />}
    </InfoCard>
  );
}

interface GuideProps {
  template: Template;
  app: SsoApplication;
  /** A client secret that was just created. */
  secret?: string;
}

export function Guide({ template: { name, place, fields, file, docs }, app, secret }: GuideProps) {
  const messages = useMessages(connectMessages);
  const values = valuesOf(app, secret ?? messages.secretToEnter);
  const lines = file && fill(file, values);
  return (
    <Stack gap="sm">
      {place && (
        <Text size="sm" fw={600} lang="en">
          {place}
        </Text>
      )}
      {fields && (
        <Details
          facts={fields.map(([label, value]) => [
            label,
            <CopyText key={label} text={fill(value, values)} what={label} />,
          ])}
        />
      )}
      {lines && (
        <>
          <Code block tabIndex={0}>
            {lines}
          </Code>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              {secret === undefined && messages.secretLead}
            </Text>
            <CopyText text={lines} what={messages.lines} shown={place ?? name} />
          </Group>
        </>
      )}
      {docs && (
        <Anchor href={docs} target="_blank" rel="noreferrer" size="sm">
          {messages.documentation(name)}
        </Anchor>
      )}
    </Stack>
  );
}
