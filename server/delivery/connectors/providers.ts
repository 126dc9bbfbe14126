import { http } from './http.ts';
import type { ConnectorProvider } from './provider.ts';
import { smtp } from './smtp.ts';
import { twilio } from './twilio.ts';

/** The providers that a project can send its messages with. */
export const providers: readonly ConnectorProvider[] = [smtp, twilio, http];

export function providerNamed(name: string): ConnectorProvider {
  const provider = providers.find((provider) => provider.name === name);
  if (!provider) throw new Error(`There is no connector provider ${name}`);
  return provider;
}
