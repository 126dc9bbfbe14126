import { useState } from 'react';
import { isSignedOut } from '../api/failure.ts';
import { messageOf } from '../components/error-notice.tsx';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

/**
 * Tracks one step of a sign-in: whether it is in progress and what went wrong. `wrong` is the message for a rejected
 * attempt.
 */
export function useStep(wrong?: string) {
  const messages = useMessages(sharedMessages);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<string | undefined>) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      setProblem(await work());
    } catch (error) {
      setProblem(wrong !== undefined && isSignedOut(error) ? wrong : messageOf(error, messages));
    } finally {
      setIsBusy(false);
    }
  };
  return { problem, isBusy, run };
}
