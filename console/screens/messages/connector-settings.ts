import type { MessageConnector } from '../../../client/client.ts';

/** Returns a stored setting as text, or an empty string. */
export function settingOf(connector: MessageConnector | undefined, name: string): string {
  const value = connector?.settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Removes empty values, for which the server uses its default or the stored value. */
export function withoutEmpty<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>;
}

export interface ConnectorFormProps {
  opened: boolean;
  onClose(): void;
  /** The stored connector, if it is of this provider. */
  connector: MessageConnector | undefined;
}
