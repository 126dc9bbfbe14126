import { Button, Code, CopyButton, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../components/confirm.tsx';
import { download } from '../../components/download.ts';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useSession } from '../../session/session.tsx';
import { accountMessages } from './messages.ts';
import { type FactorProps, useAccountWrite } from './use-account.ts';

export function RecoveryCodes({ account: { hasTotp, passkeys, recoveryCodes }, may }: FactorProps) {
  const messages = useMessages(accountMessages);
  const { loginId } = useSession().administrator;
  const [asks, setAsks] = useState(false);
  const [created, setCreated] = useState<string[]>();
  const create = useAccountWrite((client, _: undefined) => client.recoveryCodes.generate(loginId, ''), {
    onDone: ({ codes }) => setCreated(codes.map(({ code }) => code)),
  });
  const hasFactor = hasTotp || passkeys.length > 0;
  const hasCodes = recoveryCodes > 0;
  return (
    <Section
      title={messages.recoveryCodes}
      lead={hasFactor ? messages.codesLeft(recoveryCodes) : messages.codesNeedFactor}
      actions={
        <Button
          variant="default"
          size="xs"
          disabled={!may || !hasFactor}
          loading={create.isPending}
          onClick={() => (hasCodes ? setAsks(true) : create.mutate(undefined))}
        >
          {hasCodes ? messages.replaceCodes : messages.createCodes}
        </Button>
      }
    >
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.createCodesTitle}
        action={messages.create}
        onConfirm={() => create.mutateAsync(undefined)}
      >
        {messages.replaceCodesLead}
      </Confirm>
      <NewCodes codes={created} onClose={() => setCreated(undefined)} />
    </Section>
  );
}

/** Shows the codes once. After it is closed, the page no longer has them. */
function NewCodes({ codes, onClose }: { codes: string[] | undefined; onClose(): void }) {
  const messages = useMessages(accountMessages);
  const shared = useMessages(sharedMessages);
  const text = codes?.join('\n') ?? '';
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title={messages.newCodes}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
    >
      <Stack>
        <Text size="sm">{messages.newCodesLead}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {codes?.map((code) => (
            <Code key={code} ta="center">
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <Group gap="xs" justify="flex-end">
          <CopyButton value={text} timeout={1500}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? shared.copied : messages.copyCodes}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            onClick={() => download('latchkey-recovery-codes.txt', [`${text}\n`], 'text/plain')}
          >
            {messages.downloadCodes}
          </Button>
          <Button onClick={onClose}>{messages.saved}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
