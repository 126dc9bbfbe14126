import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { FormError, type FormFields } from './form-error.tsx';
import { useClearCorner } from './notify.tsx';
import { useQuestion, useUnsaved } from './unsaved.ts';

export interface DialogFormProps {
  opened: boolean;
  /** Closes the dialog. Unsaved changes are confirmed before. */
  onClose(): void;
  title: string;
  /** The label of the submit button. */
  action: string;
  isBusy: boolean;
  /** True if the input differs from what the dialog showed when it opened. */
  isDirty: boolean;
  /** False if the administrator's role allows no changes. */
  mayChange?: boolean;
  /** The error of the last attempt. The input is kept. */
  error?: unknown;
  /** The fields at which an error can be shown. */
  form?: FormFields;
  onSubmit(): void;
  /** Leads back to the step before, after unsaved changes are confirmed. */
  onBack?: () => void;
  /** Another action, at the left of the footer. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * Guards a dialog: Escape, a click outside and its close button ask before they discard input. Returns what the dialog
 * and the form in it need for that.
 */
export function useDialogGuard({ opened, onClose, isBusy, isDirty }: DialogFormProps) {
  useClearCorner(opened);
  // While the input is being saved, closing loses nothing.
  const leave = useUnsaved(opened && isDirty && !isBusy);
  const isAsking = useQuestion() !== undefined;
  const dialog = {
    opened,
    onClose: () => leave(onClose),
    // Escape then answers the question.
    closeOnEscape: !isAsking,
    classNames: { content: 'form-dialog', body: 'form-dialog-body' },
  };
  return { dialog, leave };
}

interface GuardedFormProps extends DialogFormProps {
  /** Continues after unsaved changes are confirmed. */
  leave(go: () => void): void;
}

/** The form inside a dialog: fields that scroll, and a footer with the actions that stays in view. */
export function DialogForm({ leave, ...props }: GuardedFormProps) {
  const { onClose, onBack, action, isBusy, mayChange = true, onSubmit, aside, children } = props;
  const { back, cancel, close } = useMessages(sharedMessages);
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog can be inside another form, from which only the portal separates it.
    event.stopPropagation();
    if (!mayChange) return;
    onSubmit();
    // The field that keeps the form from being saved can be out of view.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={element} className="form-dialog-form" onSubmit={submit} noValidate>
      <Stack className="form-dialog-fields">{children}</Stack>
      <div className="form-dialog-footer">
        <FormError error={props.error} action={action} form={props.form} />
        {onBack && (
          <Button variant="subtle" onClick={() => leave(onBack)}>
            {back}
          </Button>
        )}
        {aside}
        <Group gap="xs" wrap="nowrap" justify="flex-end" flex={1}>
          <Button variant="default" onClick={() => leave(onClose)}>
            {mayChange ? cancel : close}
          </Button>
          {mayChange && (
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          )}
        </Group>
      </div>
    </form>
  );
}
