import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

/** A text filter for a list. It applies shortly after the user stops typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const messages = useMessages(sharedMessages);
  const [text, setText] = useState(value);
  const report = useDebouncedCallback(onChange, 250);
  // The back button changes the value too.
  useEffect(() => setText(value), [value]);
  const change = (text: string) => {
    setText(text);
    report(text);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label={messages.clearText} onClick={() => change('')} />
      }
      miw={220}
    />
  );
}

interface SearchBoxProps {
  label: string;
  value: string;
  onChange(text: string): void;
}
