import './form-section.css';
import { Button, Text } from '@mantine/core';
import { formMessages } from '../i18n/form-messages.ts';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { FormError, type FormFields } from './form-error.tsx';

interface SaveBarProps {
  /** Without changes there is nothing to save, and no bar. */
  isDirty: boolean;
  isBusy: boolean;
  /** The error of the last attempt. */
  error: unknown;
  /** The fields at which an error can be shown. */
  form?: FormFields;
  onDiscard(): void;
}

/** The last part of a long form: stays in sight until the changes are saved or discarded. */
export function SaveBar({ isDirty, isBusy, error, form, onDiscard }: SaveBarProps) {
  const { unsaved, discard } = useMessages(formMessages);
  const { save } = useMessages(sharedMessages);
  if (!isDirty) return null;
  return (
    <div className="save-bar">
      <FormError error={error} action={save} form={form} canSaveAgain />
      <Text size="sm" role="status">
        {unsaved}
      </Text>
      <Button variant="default" disabled={isBusy} onClick={onDiscard}>
        {discard}
      </Button>
      <Button type="submit" loading={isBusy}>
        {save}
      </Button>
    </div>
  );
}
