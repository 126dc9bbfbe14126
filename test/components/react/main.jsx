import { AuthProvider, Descope, useSession, useUser } from '@descope/react-sdk';
import { createRoot } from 'react-dom/client';

const { projectId, latchkey, nonce, flowId } = JSON.parse(document.body.dataset.settings);

function Application() {
  const { isAuthenticated } = useSession();
  const { user } = useUser();
  if (isAuthenticated) return <p id="user">{user?.loginIds?.[0] ?? ''}</p>;
  return <Descope flowId={flowId} nonce={nonce} />;
}

createRoot(document.querySelector('main')).render(
  <AuthProvider
    projectId={projectId}
    baseUrl={latchkey}
    baseStaticUrl={`${latchkey}/pages`}
    baseCdnUrl={latchkey}
  >
    <Application />
  </AuthProvider>,
);
