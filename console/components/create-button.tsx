import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

interface CreateButtonProps {
  onClick(): void;
  /** `false`: the administrator's role does not go as far. */
  may: boolean;
  /** Stands beside a more important one. */
  isSecond?: boolean;
  children: ReactNode;
}

/** Begins to make one more of what a screen lists. */
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
