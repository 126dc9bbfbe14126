import type { Client, CustomAttribute, Result, User } from '../../../client/client.ts';
import { attributeTypes } from '../../../client/constants.ts';
import { merge } from '../../api/merge.ts';
import { forEachText, nameFields, type TextField, textFields } from './profile-fields.ts';

/** The form value of a custom attribute. An empty string or list means no value. */
export type AttributeValue = string | number | boolean | string[];

export const addressNames = ['email', 'phone', 'recoveryEmail', 'recoveryPhone'] as const;
export type AddressName = (typeof addressNames)[number];

/** The values of the profile form. */
export interface ProfileValues extends Record<TextField, string> {
  addresses: Record<AddressName, { address: string; verified: boolean }>;
  /** All defined attributes by name. */
  attributes: Record<string, AttributeValue>;
}

export function valuesOf(user: User, definitions: CustomAttribute[]): ProfileValues {
  const attributes = definitions.map((attribute) => [attribute.name, attributeValue(user, attribute)]);
  return {
    ...forEachText(textFields, (field) => user[field]),
    addresses: {
      email: { address: user.email, verified: user.verifiedEmail },
      phone: { address: user.phone, verified: user.verifiedPhone },
      recoveryEmail: { address: user.recoveryEmail, verified: user.verifiedRecoveryEmail },
      recoveryPhone: { address: user.recoveryPhone, verified: user.verifiedRecoveryPhone },
    },
    attributes: Object.fromEntries(attributes) as Record<string, AttributeValue>,
  };
}

function attributeValue({ customAttributes }: User, { name, type }: CustomAttribute): AttributeValue {
  return (
    (customAttributes[name] as AttributeValue | undefined) ?? (type === attributeTypes.multiSelect ? [] : '')
  );
}

/** Applies the edits to a newer version of the profile, so that saving changes nothing else. */
export function withEdits(typed: ProfileValues, before: ProfileValues, next: ProfileValues): ProfileValues {
  return {
    ...over(typed, before, next),
    addresses: over(typed.addresses, before.addresses, next.addresses),
    attributes: over(typed.attributes, before.attributes, next.attributes),
  };
}

function over<V extends object>(typed: V, before: V, next: V): V {
  const names = Object.keys(next) as (keyof V)[];
  const pick = (name: keyof V) => (differ(typed[name], before[name]) ? typed : next)[name];
  return Object.fromEntries(names.map((name) => [name, pick(name)])) as V;
}

/** Merges two administrators' changes. An address and whether it is verified belong together. */
export function mergeProfiles(
  before: ProfileValues,
  yours: ProfileValues,
  theirs: ProfileValues,
): ProfileValues {
  const merged = merge(withPairs(before), withPairs(yours), withPairs(theirs));
  const { email, phone, recoveryEmail, recoveryPhone, ...rest } = merged;
  const pairs = { email, phone, recoveryEmail, recoveryPhone };
  const addresses = Object.entries(pairs).map(([name, [address, verified]]) => [name, { address, verified }]);
  return { ...rest, addresses: Object.fromEntries(addresses) as ProfileValues['addresses'] };
}

function withPairs({ addresses, ...rest }: ProfileValues) {
  const pairs = addressNames.map((name) => [name, [addresses[name].address, addresses[name].verified]]);
  return { ...rest, ...(Object.fromEntries(pairs) as Record<AddressName, [string, boolean]>) };
}

export interface ProfileChange {
  from: ProfileValues;
  to: ProfileValues;
}

/** Makes one call per changed part, so that support administrators need only the right to that part. */
export async function saveProfile(
  client: Client,
  userId: string,
  change: ProfileChange,
): Promise<Result<User>> {
  let answer: Result<User> | undefined;
  for (const call of callsFor(client.management.user, userId, change)) {
    answer = await call();
    if (!answer.ok) return answer;
  }
  return answer ?? client.management.user.load(userId);
}

/** The names as parameters, in their order. */
type Names =
  Extract<Parameters<Client['management']['user']['updateDisplayName']>, [string, ...unknown[]]> extends [
    string,
    ...infer N,
  ]
    ? N
    : never;

function callsFor(users: Client['management']['user'], userId: string, { from, to }: ProfileChange) {
  const calls: (() => Promise<Result<User>>)[] = [];
  const names = (values: ProfileValues) => nameFields.map((field) => values[field].trim()) as Names;
  if (differ(names(from), names(to))) calls.push(() => users.updateDisplayName(userId, ...names(to)));
  type AddressCall = (userId: string, address: string, verified: boolean) => Promise<Result<User>>;
  const addressCalls: Record<AddressName, AddressCall> = {
    email: users.updateEmail,
    phone: users.updatePhone,
    recoveryEmail: users.updateRecoveryEmail,
    recoveryPhone: users.updateRecoveryPhone,
  };
  for (const name of addressNames) {
    const { address, verified } = to.addresses[name];
    if (differ(from.addresses[name], to.addresses[name])) {
      calls.push(() => addressCalls[name](userId, address.trim(), verified));
    }
  }
  if (from.picture !== to.picture) calls.push(() => users.updatePicture(userId, to.picture.trim()));
  const attributes = Object.entries(to.attributes).filter(([name, value]) =>
    differ(from.attributes[name], value),
  );
  if (attributes.length > 0) {
    const customAttributes = Object.fromEntries(attributes.map(([name, value]) => [name, toWire(value)]));
    calls.push(() => users.patch({ loginId: userId, customAttributes }));
  }
  return calls;
}

/** An empty string removes the value. */
function toWire(value: AttributeValue): AttributeValue {
  return Array.isArray(value) && value.length === 0 ? '' : value;
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
