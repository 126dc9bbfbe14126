import { AuthProvider, Descope, useSession, useUser } from '@descope/react-sdk';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const { projectId, latchkey, nonce, flowId } = JSON.parse(document.body.dataset.settings);

function Application() {
  const { isAuthenticated } = useSession();
  const { user } = useUser();
  if (isAuthenticated) return createElement('p', { id: 'user' }, user?.loginIds?.[0] ?? '');
  return createElement(Descope, { flowId, nonce });
}

const provider = { projectId, baseUrl: latchkey, baseStaticUrl: `${latchkey}/pages`, baseCdnUrl: latchkey };
createRoot(document.querySelector('main')).render(
  createElement(AuthProvider, provider, createElement(Application)),
);
