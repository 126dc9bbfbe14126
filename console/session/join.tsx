import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useWords } from '../words/language.tsx';
import { Card } from './card.tsx';
import { useLinkToken } from './link-token.ts';
import { useStep } from './use-step.ts';
import { sessionWords } from './words.ts';

/** Where the link leads that an owner hands to a further administrator. */
export default function JoinPage() {
  const words = useWords(sessionWords);
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
  if (!token) return <Card title={words.noToken} lead={words.noTokenLead} />;
  return (
    <Card title={words.joinTitle} lead={words.joinLead} problem={problem}>
      <Button loading={isBusy} onClick={() => void join()}>
        {words.begin}
      </Button>
    </Card>
  );
}
