import { useEffect, useState } from 'react';

/**
 * Reads the token after `#`. A fragment never reaches a server log, and it is removed from the address as soon as it is
 * read. The token waits in memory until the user presses a button, because link previews open the page too.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
