import { Center, Loader } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

/** A placeholder for loading content. Its height keeps the layout from jumping when the content arrives. */
export function Loading({ height = '60vh' }: { height?: string | number }) {
  const messages = useMessages(sharedMessages);
  return (
    <Center mih={height}>
      <Loader aria-label={messages.loading} role="status" />
    </Center>
  );
}
