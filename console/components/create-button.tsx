import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

interface CreateButtonProps {
  onClick(): void;
  /** False if the administrator's role does not allow it. */
  may: boolean;
  /** True if a more important button is next to it. */
  isSecond?: boolean;
  children: ReactNode;
}

/** Creates another record of the kind that the screen lists. */
export function CreateButton({ onClick, may, isSecond = false, children }: CreateButtonProps) {
  return (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onClick}
      disabled={!may}
      {...(isSecond && { variant: 'default' })}
    >
      {children}
    </Button>
  );
}
