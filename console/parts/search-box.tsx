import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';

/** Text that narrows a list, a moment after somebody has stopped typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const words = useWords(everywhere);
  const [text, setText] = useState(value);
  const report = useDebouncedCallback(onChange, 250);
  // The back button changes it, too.
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
      rightSection={text && <CloseButton size="sm" aria-label={words.clearText} onClick={() => change('')} />}
      miw={220}
    />
  );
}

interface SearchBoxProps {
  label: string;
  value: string;
  onChange(text: string): void;
}
