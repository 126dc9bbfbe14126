import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useMessages } from '../i18n/language.tsx';
import { Card } from './card.tsx';
import { useLinkToken } from './link-token.ts';
import { sessionMessages } from './messages.ts';
import { useStep } from './use-step.ts';

/** The target of the link printed at the first start. Creates the first owner. */
export default function StartPage() {
  const messages = useMessages(sessionMessages);
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
  if (!token) return <Card title={messages.noToken} lead={messages.noTokenLead} />;
  return (
    <Card title={messages.startTitle} lead={messages.startLead} problem={problem}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
        style={{ display: 'contents' }}
      >
        <TextInput
          label={messages.email}
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoFocus
          required
          withAsterisk={false}
        />
        <TextInput
          label={messages.name}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {messages.begin}
        </Button>
      </form>
    </Card>
  );
}
