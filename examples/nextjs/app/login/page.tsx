import { signIn } from '../../actions';

interface Props {
  searchParams: Promise<{ refused?: string }>;
}

export default async function Page({ searchParams }: Props) {
  const { refused } = await searchParams;
  return (
    <form action={signIn}>
      <h1>Sign in</h1>
      {refused && <p role="alert">{refused}</p>}
      <button type="submit">Sign in with Latchkey</button>
    </form>
  );
}
