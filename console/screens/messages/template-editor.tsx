import { Alert, Button, Grid, Stack } from '@mantine/core';
import type { Client, MessageTemplatesLoadAnswer, Result } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useLanguageName } from '../../components/language-name.ts';
import { Loading } from '../../components/loading.tsx';
import { messageScreenMessages } from '../../components/messages/messages.ts';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { TemplateFields } from './template-fields.tsx';
import { type Content, type TemplateKey, writeKey } from './template-key.ts';
import { templateMessages } from './template-messages.ts';
import { TemplatePreview } from './template-preview.tsx';

interface TemplateEditorProps {
  templateKey: TemplateKey;
  onClose(): void;
}

type Loaded = MessageTemplatesLoadAnswer & { isNew: boolean };

const empty: Content = { subject: '', text: '', html: '' };

/** Edits one text, with its preview beside it. */
export function TemplateEditor({ templateKey, onClose }: TemplateEditorProps) {
  const texts = useMessages(templateMessages);
  const { save: saveLabel } = useMessages(sharedMessages);
  const { kinds, channels } = useMessages(messageScreenMessages);
  const languageName = useLanguageName();
  const mayChange = useHasRole('administrator');
  const { kind, channel, locale, templateId } = templateKey;
  const { data, error, refetch } = useRead(['template', writeKey(templateKey)], (client) =>
    load(client, templateKey),
  );
  const draft = useDraft<Content>(data ?? empty);
  const { subject, text, html } = draft.values;
  const { save, reset } = useSaving(templateKey, data, onClose);
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={[kinds[kind], channels[channel], languageName(locale), templateId].filter(Boolean).join(' · ')}
      action={saveLabel}
      size={1120}
      isBusy={save.isPending}
      isDirty={draft.isDirty}
      mayChange={mayChange && data !== undefined}
      error={save.error}
      onSubmit={() => (draft.isDirty || data?.isNew ? save.mutate({ subject, text, html }) : onClose())}
      aside={
        data && !data.isBuiltIn && !data.isNew ? (
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
            {data.hasBuiltIn ? texts.resetIt : texts.deleteIt}
          </Button>
        ) : null
      }
    >
      {error && <ErrorNotice error={error} retry={refetch} />}
      {!error && !data && <Loading height={400} />}
      {data?.isNew && <Alert color="blue">{texts.isNew}</Alert>}
      {data && (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <Stack>
              <TemplateFields
                templateKey={templateKey}
                values={draft.values}
                change={draft.change}
                isReadOnly={!mayChange}
              />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <TemplatePreview templateKey={templateKey} subject={subject} text={text} html={html} />
          </Grid.Col>
        </Grid>
      )}
    </FormDrawer>
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

/** Both actions can be undone, which restores the previous text. */
function useSaving(key: TemplateKey, loaded: Loaded | undefined, onClose: () => void) {
  const texts = useMessages(templateMessages);
  const { kind, channel, locale, templateId } = key;
  const hasBuiltIn = loaded?.hasBuiltIn ?? false;
  const changes = [['template'], ['templates']];
  /** Undefined for the built-in template. */
  const before = !loaded || loaded.isBuiltIn ? undefined : contentOf(loaded);
  const erase = (client: Client) =>
    client.management.messageTemplates.reset(kind, channel, locale, templateId);
  const write = (client: Client, content: Content) =>
    client.management.messageTemplates.set({ ...key, ...content });
  const putBack = useWrite(
    (client, content: Content | undefined) => (content ? write(client, content) : erase(client)),
    { changes },
  );
  const undo = () => putBack.mutateAsync(before);
  const mergeSince = useMergeSince(loaded !== undefined, loaded ? contentOf(loaded) : empty);
  const writeChanges = async (client: Client, content: Content) => {
    const current = contentOf(await unwrap(load(client, key)));
    return write(client, mergeSince(content, current));
  };
  const save = useWrite(writeChanges, {
    changes,
    undo,
    reportsFailure: false,
    done: texts.saved,
    onDone: onClose,
  });
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

function contentOf({ subject, text, html }: Content): Content {
  return { subject, text, html };
}
