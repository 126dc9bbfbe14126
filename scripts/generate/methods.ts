import type { Endpoint, OtherMethod } from '../../server/http/endpoint.ts';
import { asJsonSchema, type JsonSchema } from '../../server/http/schema.ts';

export interface Parameter {
  name: string;
  schema: JsonSchema;
  required: boolean;
  /** The field that an object may have in place of this one: `userId` in place of `loginId`. */
  alternative?: string;
}

/** A method of the client, resolved from an endpoint. */
export interface Method {
  /** The path of the method: `['management', 'user', 'create']`. */
  path: string[];
  endpoint: Endpoint;
  summary: string;
  /** Fields of the body, or of the query of GET and DELETE. */
  inputFields: Parameter[];
  /** Fields that travel in the query in addition to a body. */
  queryFields: Parameter[];
  /** In call order. Undefined when the method accepts one object only. */
  positional: Parameter[] | undefined;
  /** The name of a last parameter that is an object with all other fields: `options` for `...options`. */
  rest: string | undefined;
  /** One object is accepted, alone or in place of the positional parameters. */
  acceptsObject: boolean;
  /** The body is a list, which is the only parameter. */
  takesList: boolean;
  /** Fields of the body that are always sent with these values. */
  fixed: Record<string, unknown>;
  output: JsonSchema;
  returns: string | undefined;
  returnsNothing: boolean;
}

/** Pairs of fields that identify the same thing: a method that accepts one of them requires it. */
const alternatives = [
  ['loginId', 'userId'],
  ['name', 'id'],
];

export function methodsOf(endpoints: readonly Endpoint[]): Method[] {
  const inClient = endpoints.filter(({ isOutsideClient }) => !isOutsideClient);
  const methods = inClient.flatMap((endpoint) => [
    methodOf(endpoint, endpoint.name, {
      summary: endpoint.summary,
      ...(endpoint.client?.parameters && { parameters: endpoint.client.parameters }),
    }),
    ...Object.entries(endpoint.client?.also ?? {}).map(([name, other]) => methodOf(endpoint, name, other)),
  ]);
  const names = methods.map(({ path }) => path.join('.'));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`two endpoints are called ${twice}`);
  return methods;
}

function methodOf(endpoint: Endpoint, name: string, offer: OtherMethod): Method {
  const { summary, required = [], fixed = {}, returnsAll = false } = offer;
  if (/[:{]/.test(endpoint.path)) throw new Error(`${name}: parameters in the path are not supported`);
  const output = asJsonSchema(endpoint.output);
  const takesList = asJsonSchema(endpoint.input).type === 'array';
  const returns = returnsAll ? undefined : endpoint.client?.returns;
  if (returns !== undefined && !output.required?.includes(returns)) {
    throw new Error(`${name} returns ${returns}, which its responses need not have`);
  }
  const queryFields = endpoint.query ? fieldsOf(asJsonSchema(endpoint.query)) : [];
  const input = asJsonSchema(endpoint.input);
  const inputFields = fieldsOf(input);
  const unknown = [...required, ...Object.keys(fixed)].find((key) =>
    inputFields.every((one) => one.name !== key),
  );
  if (unknown) throw new Error(`${name} always sends ${unknown}, but has no input field with this name`);
  const fields = [...queryFields, ...inputFields]
    .filter((field) => !Object.hasOwn(fixed, field.name))
    .map((field) => ({ ...field, required: field.required || required.includes(field.name) }));
  const rest = offer.parameters?.at(-1)?.startsWith('...') ? offer.parameters.at(-1)?.slice(3) : undefined;
  const parameters = rest === undefined ? offer.parameters : offer.parameters?.slice(0, -1);
  const positional = takesList
    ? [listOf(input, parameters, name)]
    : parameters && inOrder(parameters, fields, name, rest !== undefined);
  return {
    path: name.split('.'),
    endpoint,
    summary,
    inputFields,
    queryFields,
    positional,
    rest,
    acceptsObject: !takesList && (!positional || (positional.length > 0 && !isObject(positional[0]))),
    takesList,
    fixed,
    output,
    returns,
    returnsNothing: endpoint.client?.returnsNothing ?? isEmpty(output),
  };
}

/** A list has no field names, so the endpoint names it. */
function listOf(schema: JsonSchema, parameters: string[] = [], method: string): Parameter {
  const [name, ...more] = parameters;
  if (!name || more.length > 0) throw new Error(`${method} takes a list: give its one parameter a name`);
  return { name, schema, required: true };
}

function fieldsOf(schema: JsonSchema): Parameter[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));
}

export function needsToken({ auth }: Endpoint): boolean {
  return auth === 'refresh' || auth === 'session' || auth === 'accessKey';
}

/** Reports whether an object has no fields; a map has no declared fields either, but is not empty. */
export function isEmpty({ properties }: JsonSchema): boolean {
  return properties !== undefined && Object.keys(properties).length === 0;
}

/** Reports whether a value of the parameter can be an object, so that it looks like all parameters by name. */
function isObject(parameter: Parameter | undefined): boolean {
  return parameter?.schema.type === undefined || parameter.schema.type === 'object';
}

function inOrder(names: string[], fields: Parameter[], method: string, hasRest: boolean): Parameter[] {
  const unreachable = fields.find(({ name, required }) => required && !names.includes(name));
  if (unreachable && !hasRest)
    throw new Error(`${method} requires ${unreachable.name}, which is none of its parameters`);
  return names.map((name) => {
    const field = fields.find((field) => field.name === name);
    if (!field) throw new Error(`${method} has the parameter ${name}, but no input field with this name`);
    const pair = alternatives.find((pair) => pair.includes(name)) ?? [];
    const other = pair.find((one) => one !== name && fields.some((field) => field.name === one));
    const isAlternative = other !== undefined && !names.includes(other) && !field.required;
    return isAlternative ? { ...field, required: true, alternative: other } : field;
  });
}
