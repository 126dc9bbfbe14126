import { Select, Text, TextInput } from '@mantine/core';
import { messageChannels, messageKinds } from '../../../client/constants.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { messageScreenMessages } from '../../components/messages/messages.ts';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { isLanguageTag, type TemplateKey } from './template-key.ts';
import { templateMessages } from './template-messages.ts';

interface NewTemplateProps {
  opened: boolean;
  onClose(): void;
  onChosen(key: TemplateKey): void;
}

/** Chooses language and variant of a new template. It is created when it is saved. */
export function NewTemplate({ opened, onClose, onChosen }: NewTemplateProps) {
  const texts = useMessages(templateMessages);
  const names = useMessages(messageScreenMessages);
  const form = useDialogForm<{ [Name in keyof TemplateKey]: TemplateKey[Name] }>(opened, {
    initialValues: { kind: 'invite', channel: 'email', locale: '', templateId: '' },
    validate: {
      locale: (tag) => (isLanguageTag(tag.trim()) ? null : texts.notATag),
      templateId: (name) => (/^[\w.-]{0,64}$/.test(name.trim()) ? null : texts.notAName),
    },
  });
  const choose = (values: TemplateKey) => {
    const [locale = ''] = Intl.getCanonicalLocales(values.locale.trim());
    onClose();
    onChosen({ ...values, locale, templateId: values.templateId.trim() });
  };
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={texts.create}
      action={texts.open}
      isBusy={false}
      // It only chooses what the editor opens.
      isDirty={false}
      onSubmit={form.onSubmit(choose)}
    >
      <Text size="sm" c="dimmed">
        {texts.createLead}
      </Text>
      <Select
        label={texts.kind}
        data={messageKinds.map((value) => ({ value, label: names.kinds[value] ?? value }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <Select
        label={texts.channel}
        data={messageChannels.map((value) => ({ value, label: names.channels[value] ?? value }))}
        allowDeselect={false}
        {...form.getInputProps('channel')}
      />
      <TextInput
        label={texts.languageTag}
        description={texts.languageTagLead}
        withAsterisk
        data-autofocus
        {...form.getInputProps('locale')}
      />
      <TextInput
        label={texts.variant}
        description={texts.variantLead}
        {...form.getInputProps('templateId')}
      />
    </FormModal>
  );
}
