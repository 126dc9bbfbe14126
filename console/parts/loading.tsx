import { Center, Loader } from '@mantine/core';
import { everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';

/** In the place of what is on its way, so high that nothing jumps when it arrives. */
export function Loading({ height = '60vh' }: { height?: string | number }) {
  const words = useWords(everywhere);
  return (
    <Center mih={height}>
      <Loader aria-label={words.loading} role="status" />
    </Center>
  );
}
