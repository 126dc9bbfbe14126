import { Group, Text } from '@mantine/core';

/** The mark and the name of the product. */
export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/assets/icon.svg" alt="" width={24} height={24} />
      <Text fw={600} size="lg" lts="-0.01em">
        Latchkey
      </Text>
    </Group>
  );
}
