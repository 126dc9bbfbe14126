import { Alert, Badge, Button, Grid, Group, Stack, Title } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { Client, MessageTemplatesLoadAnswer, Result } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useDraft } from '../../components/use-draft.ts';
import { formMessages } from '../../i18n/form-messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { useLanguageName } from './language-name.ts';
import { messageScreenMessages } from './messages.ts';
import { TemplateFields } from './template-fields.tsx';
import { type Content, type TemplateKey, writeKey } from './template-key.ts';
import { templateMessages } from './template-messages.ts';
import { TemplatePreview } from './template-preview.tsx';

interface TemplateEditorProps {
  templateKey: TemplateKey;
  onClose(): void;
}

type Loaded = MessageTemplatesLoadAnswer & { isNew: boolean };

export function TemplateEditor({ templateKey, onClose }: TemplateEditorProps) {
  const texts = useMessages(templateMessages);
  const { kinds, channels } = useMessages(messageScreenMessages);
  const languageName = useLanguageName();
  const { kind, channel, locale, templateId } = templateKey;
  const template = useRead(['template', writeKey(templateKey)], (client) => load(client, templateKey));
  return (
    <Stack>
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={onClose}
        >
          {texts.toAll}
        </Button>
      </Group>
      <Group gap="sm">
        <Title order={2} size="h3">
          {[kinds[kind], channels[channel], languageName(locale), templateId].filter(Boolean).join(' · ')}
        </Title>
        {template.data && (
          <Badge variant="light" color={template.data.isBuiltIn ? 'gray' : 'brand'} tt="none">
            {template.data.isBuiltIn ? texts.builtIn : texts.own}
          </Badge>
        )}
      </Group>
      {template.error ? (
        <ErrorNotice error={template.error} retry={template.refetch} />
      ) : template.data ? (
        <Editor templateKey={templateKey} loaded={template.data} onClose={onClose} />
      ) : (
        <Loading height={400} />
      )}
    </Stack>
  );
}

/** Loads a template. A new one starts as a copy of the English template of its type. */
async function load(client: Client, key: TemplateKey): Promise<Result<Loaded>> {
  const { kind, channel, locale, templateId } = key;
  const { messageTemplates } = client.management;
  const own = await messageTemplates.load(kind, channel, locale, templateId);
  if (own.ok) return { ...own, data: { ...own.data, isNew: false } };
  if (own.error.errorCode !== 'E113101') return own;
  const english = await messageTemplates.load(kind, channel, 'en');
  return english.ok ? { ...english, data: { ...english.data, hasBuiltIn: false, isNew: true } } : english;
}

function Editor({ templateKey, loaded, onClose }: TemplateEditorProps & { loaded: Loaded }) {
  const texts = useMessages(templateMessages);
  const { save: saveLabel } = useMessages(sharedMessages);
  const { discard } = useMessages(formMessages);
  const mayChange = useHasRole('administrator');
  const draft = useDraft<Content>(loaded);
  const { subject, text, html } = draft.values;
  const { save, reset } = useSaving(templateKey, loaded, onClose);
  useUnsaved(draft.isDirty);
  const submit = () => save.mutateAsync({ subject, text, html }).then(draft.discard, () => undefined);
  return (
    <>
      {loaded.isNew && <Alert color="blue">{texts.isNew}</Alert>}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
            noValidate
          >
            <Stack>
              <TemplateFields
                templateKey={templateKey}
                values={draft.values}
                change={draft.change}
                isReadOnly={!mayChange}
              />
              {save.error && <ErrorNotice error={save.error} />}
              <Group>
                <Button
                  type="submit"
                  loading={save.isPending}
                  disabled={!mayChange || !(draft.isDirty || loaded.isNew)}
                >
                  {saveLabel}
                </Button>
                {draft.isDirty && (
                  <Button variant="default" onClick={draft.discard}>
                    {discard}
                  </Button>
                )}
                {!loaded.isBuiltIn && (
                  <Button
                    variant="subtle"
                    color="red"
                    disabled={!mayChange}
                    loading={reset.isPending}
                    onClick={() => {
                      draft.discard();
                      reset.mutate(undefined);
                    }}
                  >
                    {loaded.hasBuiltIn ? texts.resetIt : texts.deleteIt}
                  </Button>
                )}
              </Group>
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <TemplatePreview templateKey={templateKey} subject={subject} text={text} html={html} />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Both actions can be undone, which restores the previous text. */
function useSaving(
  key: TemplateKey,
  { isBuiltIn, hasBuiltIn, subject, text, html }: Loaded,
  onClose: () => void,
) {
  const texts = useMessages(templateMessages);
  const { kind, channel, locale, templateId } = key;
  const changes = [['template'], ['templates']];
  /** Undefined for the built-in template. */
  const before = isBuiltIn ? undefined : { subject, text, html };
  const erase = (client: Client) =>
    client.management.messageTemplates.reset(kind, channel, locale, templateId);
  const write = (client: Client, content: Content) =>
    client.management.messageTemplates.set({ ...key, ...content });
  const putBack = useWrite(
    (client, content: Content | undefined) => (content ? write(client, content) : erase(client)),
    { changes },
  );
  const undo = () => putBack.mutateAsync(before);
  const save = useWrite(write, { changes, done: texts.saved, undo, reportsFailure: false });
  const reset = useWrite(erase, {
    changes,
    done: hasBuiltIn ? texts.wasReset : texts.wasDeleted,
    undo,
    onDone: () => {
      if (!hasBuiltIn) onClose();
    },
  });
  return { save, reset };
}
