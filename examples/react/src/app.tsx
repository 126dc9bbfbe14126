import { useDescope, useSession, useUser } from '@descope/react-sdk';
import { SignIn } from './sign-in';

export function App() {
  const { isAuthenticated, isSessionLoading } = useSession();
  if (isSessionLoading) return <p>Loading …</p>;
  return isAuthenticated ? <Account /> : <SignIn />;
}

function Account() {
  const { user, isUserLoading } = useUser();
  const sdk = useDescope();
  return (
    <>
      <h1>Account</h1>
      <p>{isUserLoading ? 'Loading …' : `Signed in as ${user?.email}`}</p>
      <button type="button" onClick={() => sdk.logout()}>
        Sign out
      </button>
    </>
  );
}
