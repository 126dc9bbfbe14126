import { ServiceError } from '../core/errors.ts';
import type { AnswerInput } from './answer.ts';
import { type Fault, faults } from './faults.ts';
import { type Fields, requireField } from './fields.ts';
import { readyUsers } from './users.ts';

/** The value of `user` for a typed-in user. */
export const typedUser = 'typed';

/** Returns the chosen user: a prepared one by ID, or one described by the other fields. */
export function chosenUser(provider: string, fields: Fields): AnswerInput['user'] {
  const users = readyUsers(provider);
  const id = fields['user'] ?? (fields['nameId'] ? typedUser : users[0]!.id);
  if (id !== typedUser) {
    return (
      users.find((user) => user.id === id) ??
      unknown('user', id, [...users.map((user) => user.id), typedUser])
    );
  }
  return {
    nameId: requireField(fields, 'nameId', 'The NameID'),
    name: fields['name'] ?? '',
    email: fields['email'] ?? '',
    groups: (fields['groups'] ?? '')
      .split(',')
      .map((group) => group.trim())
      .filter(Boolean),
  };
}

export function chosenFault(fields: Fields): Fault {
  const id = fields['fault'] ?? 'none';
  return (
    faults.find((fault) => fault.id === id) ??
    unknown(
      'fault',
      id,
      faults.map((fault) => fault.id),
    )
  );
}

function unknown(field: string, value: string, known: string[]): never {
  throw new ServiceError(
    'E011004',
    `The ${field} ${JSON.stringify(value)} is not one of ${known.join(', ')}`,
  );
}
