import { useState } from 'react';
import { isSignedOut } from '../api/failure.ts';
import { messageOf } from '../parts/error-notice.tsx';
import { everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';

/** One step of a sign-in: whether it is under way, and what went wrong. `wrong` says what a refusal means here. */
export function useStep(wrong?: string) {
  const words = useWords(everywhere);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<string | undefined>) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      setProblem(await work());
    } catch (error) {
      setProblem(wrong !== undefined && isSignedOut(error) ? wrong : messageOf(error, words));
    } finally {
      setIsBusy(false);
    }
  };
  return { problem, isBusy, run };
}
