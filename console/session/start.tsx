import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useWords } from '../words/language.tsx';
import { Card } from './card.tsx';
import { useLinkToken } from './link-token.ts';
import { useStep } from './use-step.ts';
import { sessionWords } from './words.ts';

/** Where the link of the first start leads: it makes the first owner. */
export default function StartPage() {
  const words = useWords(sessionWords);
  const token = useLinkToken();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const { problem, isBusy, run } = useStep();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const begin = () =>
    run(async () => {
      await unwrap(administration.console.start(token, email.trim(), name.trim()));
      await queries.invalidateQueries({ queryKey: ['session'] });
      navigate('/', { replace: true });
      return undefined;
    });
  if (!token) return <Card title={words.noToken} lead={words.noTokenLead} />;
  return (
    <Card title={words.startTitle} lead={words.startLead} problem={problem}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
        style={{ display: 'contents' }}
      >
        <TextInput
          label={words.email}
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoFocus
          required
          withAsterisk={false}
        />
        <TextInput
          label={words.name}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {words.begin}
        </Button>
      </form>
    </Card>
  );
}
