import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { snapshotMessages } from './messages.ts';
import { keyOf, type NeededSecret, type Secrets } from './secrets.ts';

interface SecretFieldsProps {
  needed: NeededSecret[];
  secrets: Secrets;
  onChange(secrets: Secrets): void;
  isBusy: boolean;
  onCheck(): void;
}

export function SecretFields({ needed, secrets, onChange, isBusy, onCheck }: SecretFieldsProps) {
  const messages = useMessages(snapshotMessages);
  return (
    <Card withBorder>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onCheck();
        }}
      >
        <Stack>
          <div>
            <Title order={2} size="h4">
              {messages.secrets}
            </Title>
            <Text size="sm" c="dimmed">
              {messages.secretsLead}
            </Text>
          </div>
          {needed.map((secret) => (
            <PasswordInput
              key={keyOf(secret)}
              label={messages.secretOf(secret.name || secret.id, secret.type)}
              description={secret.id}
              autoComplete="new-password"
              maw={480}
              value={secrets[keyOf(secret)] ?? ''}
              onChange={(event) => onChange({ ...secrets, [keyOf(secret)]: event.currentTarget.value })}
            />
          ))}
          <Group>
            <Button type="submit" variant="default" loading={isBusy}>
              {messages.check}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
