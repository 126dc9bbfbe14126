import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useMessages } from '../i18n/language.tsx';
import { Card } from './card.tsx';
import { useLinkToken } from './link-token.ts';
import { sessionMessages } from './messages.ts';
import { useStep } from './use-step.ts';

/** The target of the invitation link that an owner gives to a new administrator. */
export default function JoinPage() {
  const messages = useMessages(sessionMessages);
  const token = useLinkToken();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const { problem, isBusy, run } = useStep();
  const join = () =>
    run(async () => {
      await unwrap(administration.magicLink.verify(token));
      await queries.invalidateQueries({ queryKey: ['session'] });
      navigate('/', { replace: true });
      return undefined;
    });
  if (!token) return <Card title={messages.noToken} lead={messages.noTokenLead} />;
  return (
    <Card title={messages.joinTitle} lead={messages.joinLead} problem={problem}>
      <Button loading={isBusy} onClick={() => void join()}>
        {messages.begin}
      </Button>
    </Card>
  );
}
