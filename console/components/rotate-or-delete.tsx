import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { Confirm } from './confirm.tsx';

interface RotateOrDeleteProps {
  /** The name of the record that owns the secret. */
  name: string;
  asks: 'rotate' | 'delete' | undefined;
  onClose(): void;
  messages: {
    rotate: string;
    rotateTitle(name: string): string;
    rotateLead: string;
    deleteTitle(name: string): string;
    deleteLead: string;
  };
  rotate(): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** Asks for confirmation before a secret is rotated or its owner is deleted. */
export function RotateOrDelete({ name, asks, onClose, messages, rotate, remove }: RotateOrDeleteProps) {
  const { delete: deleteLabel } = useMessages(sharedMessages);
  return (
    <>
      <Confirm
        opened={asks === 'rotate'}
        onClose={onClose}
        title={messages.rotateTitle(name)}
        action={messages.rotate.replace(/\s?…$/, '')}
        onConfirm={rotate}
      >
        {messages.rotateLead}
      </Confirm>
      <Confirm
        opened={asks === 'delete'}
        onClose={onClose}
        title={messages.deleteTitle(name)}
        action={deleteLabel}
        onConfirm={remove}
      >
        {messages.deleteLead}
      </Confirm>
    </>
  );
}
