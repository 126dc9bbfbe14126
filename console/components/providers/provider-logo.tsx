import { useComputedColorScheme } from '@mantine/core';
import { LogIn } from 'lucide-react';
import { knownProviders } from './known.ts';

/** Shows a provider's logo, as the sign-in pages do. A provider of the project's own has a neutral icon. */
export function ProviderLogo({ provider, size = 20 }: { provider: string; size?: number }) {
  const scheme = useComputedColorScheme();
  const known = knownProviders.find(({ id }) => id === provider);
  if (!known) return <LogIn size={size} className="provider-logo" aria-hidden />;
  const name = scheme === 'dark' && known.hasDarkLogo ? `${provider}-dark` : provider;
  return (
    <img src={`/assets/providers/${name}.svg`} alt="" width={size} height={size} className="provider-logo" />
  );
}
