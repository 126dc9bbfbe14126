import { Select, Text, TextInput } from '@mantine/core';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { useWords } from '../../words/language.tsx';
import { isLanguageTag, kinds, type TemplateKey } from './template-key.ts';
import { messageWords } from './words.ts';
import { templateWords } from './words-templates.ts';

interface NewTemplateProps {
  opened: boolean;
  onClose(): void;
  onChosen(key: TemplateKey): void;
}

/** Which text it is to be; it is made when it is saved. */
export function NewTemplate({ opened, onClose, onChosen }: NewTemplateProps) {
  const words = useWords(templateWords);
  const names = useWords(messageWords);
  const form = useDialogForm<{ [Name in keyof TemplateKey]: TemplateKey[Name] }>(opened, {
    initialValues: { kind: 'invite', channel: 'email', locale: '', templateId: '' },
    validate: {
      locale: (tag) => (isLanguageTag(tag.trim()) ? null : words.notATag),
      templateId: (name) => (/^[\w.-]{0,64}$/.test(name.trim()) ? null : words.notAName),
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
      title={words.create}
      action={words.open}
      isBusy={false}
      onSubmit={form.onSubmit(choose)}
    >
      <Text size="sm" c="dimmed">
        {words.createLead}
      </Text>
      <Select
        label={words.kind}
        data={kinds.map((value) => ({ value, label: names.kinds[value] ?? value }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <Select
        label={words.channel}
        data={['email', 'sms'].map((value) => ({ value, label: names.channels[value] ?? value }))}
        allowDeselect={false}
        {...form.getInputProps('channel')}
      />
      <TextInput
        label={words.languageTag}
        description={words.languageTagLead}
        withAsterisk
        data-autofocus
        {...form.getInputProps('locale')}
      />
      <TextInput
        label={words.variant}
        description={words.variantLead}
        {...form.getInputProps('templateId')}
      />
    </FormModal>
  );
}
