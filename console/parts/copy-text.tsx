import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';

/** An identifier, and a button that copies it. `what` names it for who does not see the button. */
export function CopyText({ text, what, shown }: { text: string; what: string; shown?: string }) {
  const words = useWords(everywhere);
  return (
    <Group gap={4} wrap="nowrap" style={{ minWidth: 0 }}>
      <Code style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {shown ?? text}
      </Code>
      <CopyButton value={text} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? words.copied : words.copy(what)}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              size="sm"
              aria-label={copied ? words.copied : words.copy(what)}
              onClick={(event) => {
                event.stopPropagation();
                copy();
              }}
            >
              {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
