import { everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';
import { Confirm } from './confirm.tsx';

interface RotateOrDeleteProps {
  /** Of what has the secret. */
  name: string;
  asks: 'rotate' | 'delete' | undefined;
  onClose(): void;
  words: {
    rotate: string;
    rotateTitle(name: string): string;
    rotateLead: string;
    deleteTitle(name: string): string;
    deleteLead: string;
  };
  rotate(): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** Asks before a secret is replaced, or goes with what has it. */
export function RotateOrDelete({ name, asks, onClose, words, rotate, remove }: RotateOrDeleteProps) {
  const { delete: deleteWord } = useWords(everywhere);
  return (
    <>
      <Confirm
        opened={asks === 'rotate'}
        onClose={onClose}
        title={words.rotateTitle(name)}
        action={words.rotate.replace(' …', '')}
        onConfirm={rotate}
      >
        {words.rotateLead}
      </Confirm>
      <Confirm
        opened={asks === 'delete'}
        onClose={onClose}
        title={words.deleteTitle(name)}
        action={deleteWord}
        onConfirm={remove}
      >
        {words.deleteLead}
      </Confirm>
    </>
  );
}
