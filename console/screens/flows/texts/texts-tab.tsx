import { Accordion, Badge, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLanguageName } from '../../../components/language-name.ts';
import { Loading } from '../../../components/loading.tsx';
import { SettingsCard } from '../../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../../components/use-draft.ts';
import { useLanguages } from '../../../components/use-languages.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { flowTabMessages } from '../tab-messages.ts';
import { type ExportedFlow, type Flow, useSaveFlow } from '../use-flow.ts';
import { type FlatTexts, flatten, keyOf, valuesIn, withTexts } from './flat-texts.ts';
import { useBuiltInTexts } from './use-built-in-texts.ts';

/** Replaces texts of the screens of a flow, in each language. */
export function TextsTab({ exported }: { exported: ExportedFlow }) {
  const messages = useMessages(flowTabMessages);
  const languages = useLanguages();
  if (!languages) return <Loading />;
  const screens = exported.screens.filter(({ texts }) => texts.length > 0);
  if (screens.length === 0) return <Text size="sm">{messages.noTexts}</Text>;
  return <Texts exported={{ ...exported, screens }} languages={languages} />;
}

interface TextsProps {
  exported: ExportedFlow;
  languages: string[];
}

function Texts({ exported: { flow, screens }, languages }: TextsProps) {
  const messages = useMessages(flowTabMessages);
  const languageName = useLanguageName();
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState(languages.includes(own) ? own : (languages[0] ?? 'en'));
  const fieldsOf = ({ dsl }: Flow) => flatten(dsl.texts, { screens, languages });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads follows from these
  const stored = useMemo(() => fieldsOf(flow), [flow, screens, languages.join()]);
  const draft = useDraft<FlatTexts>(stored);
  const save = useSaveFlow<FlatTexts>(flow.id, fieldsOf, (flow, changes) => {
    const texts = withTexts(flow.dsl.texts, changes as FlatTexts);
    return { ...flow, dsl: { ...flow.dsl, texts } };
  });
  return (
    <SettingsCard
      title={messages.texts}
      lead={messages.textsLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Select
        label={messages.language}
        data={languages.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={(value) => value && setLanguage(value)}
        allowDeselect={false}
        w={200}
      />
      <Accordion variant="separated" keepMounted={false}>
        {screens.map((screen) => {
          const count = screen.texts.filter(({ id }) => draft.values[keyOf(screen.id, id, language)]).length;
          return (
            <Accordion.Item key={screen.id} value={screen.id}>
              <Accordion.Control>
                <Group gap="xs">
                  <code>{screen.id}</code>
                  {count > 0 && (
                    <Badge variant="light" color="brand" tt="none">
                      {messages.replaced(count)}
                    </Badge>
                  )}
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <TextsOfScreen screen={screen} language={language} draft={draft} />
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </SettingsCard>
  );
}

interface TextsOfScreenProps {
  screen: ExportedFlow['screens'][number];
  language: string;
  draft: Draft<FlatTexts>;
}

function TextsOfScreen({ screen, language, draft }: TextsOfScreenProps) {
  const messages = useMessages(flowTabMessages);
  const builtIn = useBuiltInTexts(screen.id, language);
  return (
    <Stack gap="sm" maw={560}>
      {screen.texts.map(({ id, text }) => {
        const key = keyOf(screen.id, id, language);
        const values = valuesIn(text).join(', ');
        return (
          <Textarea
            key={id}
            label={<code>{id}</code>}
            description={values && messages.keepsValues(values)}
            placeholder={builtIn?.get(id) ?? text}
            value={draft.values[key] ?? ''}
            onChange={(event) => draft.change({ [key]: event.currentTarget.value })}
            autosize
            maxLength={500}
          />
        );
      })}
    </Stack>
  );
}
