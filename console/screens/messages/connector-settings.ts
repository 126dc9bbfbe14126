import type { MessageConnector } from '../../../client/client.ts';

/** A setting of what is set, as text; empty when nothing is. */
export function settingOf(connector: MessageConnector | undefined, name: string): string {
  const value = connector?.settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Without what was left empty: the server has a default for it, or what was there before. */
export function withoutEmpty<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>;
}

export interface ConnectorFormProps {
  opened: boolean;
  onClose(): void;
  /** The one that is set, when it is of this provider. */
  connector: MessageConnector | undefined;
}
