import './styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/queries.ts';
import { LanguageProvider } from './i18n/language.tsx';
import { Routes } from './routes.tsx';
import { ThemeProvider } from './theme-provider.tsx';

const queries = createQueries();

createRoot(document.getElementById('console') as HTMLElement).render(
  <LanguageProvider>
    <ThemeProvider>
      <QueryClientProvider client={queries}>
        <Routes />
      </QueryClientProvider>
    </ThemeProvider>
  </LanguageProvider>,
);
