import { AuthProvider } from '@descope/react-sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';

// `persistTokens={false}` keeps the session JWT in memory. The refresh JWT is in a cookie that scripts cannot read.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AuthProvider
      projectId={import.meta.env.PROJECT_ID}
      baseUrl={window.location.origin}
      persistTokens={false}
      storeLastAuthenticatedUser={false}
    >
      <App />
    </AuthProvider>
  </StrictMode>,
);
