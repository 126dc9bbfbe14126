import type { CallRequest } from './call.ts';

/** The description of a method: what it sends, and where. `routes.ts` has one for each method. */
export interface Route {
  method: CallRequest['method'];
  path: string;
  auth?: 'management';
  /** The name of the parameter that is the token: the first parameter for access keys, otherwise the last. */
  token?: 'sessionJwt' | 'refreshJwt' | 'accessKey';
  /**
   * The kind of each positional parameter, in call order, or of each required field of the one object. `string?` may be
   * missing; `string|userId` may be missing where an object has `userId`.
   */
  fields?: Record<string, string>;
  /** The parameters can be given in the order of `fields`. */
  positional?: true;
  /** The name of the last positional parameter, an object with further fields. */
  rest?: string;
  /** One object can be given, which has the parameters by name. */
  acceptsObject?: true;
  /** The body is a list, which is the only parameter. */
  takesList?: true;
  /** The fields that travel in the query in addition to a body. */
  query?: string[];
  /** Fields that are always sent. */
  fixed?: Record<string, unknown>;
  returns?: string;
  returnsNothing?: true;
  returnsList?: true;
}
