import { signOut } from '../../actions';
import { requireSession } from '../../session';

export default async function Page() {
  const { sub } = await requireSession();
  return (
    <>
      <h1>Account</h1>
      <p>Signed in as {sub}</p>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
