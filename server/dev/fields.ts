import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../core/errors.ts';

/** The fields of the query and of the form, the form first. An empty field counts as absent. */
export type Fields = Readonly<Record<string, string | undefined>>;

export function readFields(request: FastifyRequest): Fields {
  const fields: Record<string, string | undefined> = Object.create(null);
  for (const source of [request.query, request.body]) {
    for (const [name, value] of Object.entries(source ?? {})) {
      if (typeof value !== 'string')
        throw new ServiceError('E011004', `The field ${name} occurs more than once`);
      if (value !== '') fields[name] = value;
    }
  }
  return fields;
}

export function requireField(fields: Fields, name: string, label: string): string {
  const value = fields[name];
  if (value === undefined) throw new ServiceError('E011002', `${label} is missing`);
  return value;
}
