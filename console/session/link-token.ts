import { useEffect, useState } from 'react';

/**
 * What stands behind `#`: it never reaches a server's log, and goes out of the address as soon as it is read. It waits
 * in memory until a button is pressed, because previews of links open them too.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
