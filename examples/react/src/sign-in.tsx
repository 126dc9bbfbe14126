import { useDescope } from '@descope/react-sdk';
import { useState } from 'react';

/** Lets the user enter the address, and then the code that was sent to it. */
export function SignIn() {
  const sdk = useDescope();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const [error, setError] = useState('');

  async function submit(form: FormData) {
    const response = sent
      ? await sdk.otp.verify.email(email, String(form.get('code')))
      : await sdk.otp.signUpOrIn.email(email);
    setError(response.ok ? '' : (response.error?.errorMessage ?? 'Latchkey cannot be reached'));
    // After `verify`, the SDK has the session, and the hook useSession shows the account instead of this form.
    if (response.ok) setSent(true);
  }

  return (
    <form action={submit}>
      <h1>Sign in</h1>
      {error && <p role="alert">{error}</p>}
      {sent ? (
        <label>
          Code from the email{' '}
          <input key="code" name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </label>
      ) : (
        <label>
          Email{' '}
          <input
            key="email"
            name="email"
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </label>
      )}{' '}
      <button type="submit">{sent ? 'Sign in' : 'Send a code'}</button>
    </form>
  );
}
