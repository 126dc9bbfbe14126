import { useLayoutEffect, useRef, useState } from 'react';
import { failedField } from '../api/failed-field.ts';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { ErrorNotice, messageOf } from './error-notice.tsx';

/** The part of what `useForm` returns that shows an error at a field. */
export interface FormFields {
  getValues(): object;
  getInputNode(path: string): HTMLElement | null;
  setFieldError(path: string, error: string): void;
}

interface FormErrorProps {
  error: unknown;
  /** The label of the button that was pressed. */
  action: string;
  /** The form whose field the error can be about. */
  form?: FormFields | undefined;
  /** After a conflict, saving again replaces the other version. */
  canSaveAgain?: boolean;
}

/**
 * Shows why a form was not saved: at the field that the error is about, which receives the focus, otherwise in a notice
 * that scrolls into view.
 */
export function FormError({ error, action, form, canSaveAgain = false }: FormErrorProps) {
  const messages = useMessages(sharedMessages);
  const notice = useRef<HTMLDivElement>(null);
  const [shownAtField, setShownAtField] = useState<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each error
  useLayoutEffect(() => {
    const field = form && failedField(error, form.getValues());
    const input = field === undefined ? null : form?.getInputNode(field);
    if (field === undefined || !input?.checkVisibility()) {
      // No return value: in new browsers it is a promise, which React would call as a cleanup.
      notice.current?.scrollIntoView({ block: 'nearest' });
      // The button that was pressed cannot hold the focus while it is busy.
      if (document.activeElement === document.body) notice.current?.focus({ preventScroll: true });
      return;
    }
    form?.setFieldError(field, messageOf(error, messages));
    input.focus();
    setShownAtField(error);
  }, [error]);
  if (error === null || error === undefined || error === shownAtField) return null;
  return (
    <div ref={notice} className="form-error" tabIndex={-1}>
      <ErrorNotice error={error} title={messages.errors.failed(action)} canSaveAgain={canSaveAgain} />
    </div>
  );
}
