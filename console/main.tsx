import './styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/queries.ts';
import { Look } from './look.tsx';
import { Routes } from './routes.tsx';
import { LanguageProvider } from './words/language.tsx';

const queries = createQueries();

createRoot(document.getElementById('console') as HTMLElement).render(
  <LanguageProvider>
    <Look>
      <QueryClientProvider client={queries}>
        <Routes />
      </QueryClientProvider>
    </Look>
  </LanguageProvider>,
);
