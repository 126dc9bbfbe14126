import { now } from './clock.ts';
import { type Failed, type Failure, noAnswer, type Result } from './result.ts';

/** What a call wants of its answer. */
export interface Expected {
  /** The field that becomes `data`; absent: the whole answer. */
  returns?: string;
  /** `data` is undefined. */
  returnsNothing?: boolean;
  /** The whole answer is a list. */
  returnsList?: boolean;
}

export function readAnswer<T>(response: Response, text: string, expected: Expected): Result<T> {
  // Browsers hide where a redirect leads and even its status.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    const target = response.headers.get('location') ?? 'another address';
    return noAnswer(
      'unreadable',
      `The answer is a redirect to ${target}. Set baseUrl to where the service is`,
    );
  }
  if (!response.ok) return refusal(response, parse(text, false));
  const { returns, returnsNothing, returnsList = false } = expected;
  const body = parse(text, returnsList);
  if (!body) return noAnswer('unreadable', `The answer is not JSON: ${describe(response)}`);
  if (returnsNothing) return { ok: true, code: response.status, data: undefined as T };
  const data = returns === undefined ? body : body[returns];
  if (data === undefined) return noAnswer('unreadable', `The answer has no field ${returns}`);
  return { ok: true, code: response.status, data: data as T };
}

/** A gateway in between refuses in its own words: its status counts, its text does not. */
function refusal(response: Response, body: Record<string, unknown> | undefined): Failed {
  const code = response.status;
  const error: Failure =
    typeof body?.['errorCode'] === 'string'
      ? {
          errorCode: body['errorCode'],
          errorDescription: textOf(body['errorDescription']),
          errorMessage: textOf(body['errorMessage']),
        }
      : noAnswer('unreadable', `The refusal is not one of the service: ${describe(response)}`).error;
  const retryAfter = code === 429 ? retryAfterSeconds(response.headers.get('retry-after')) : undefined;
  return { ok: false, code, error: retryAfter === undefined ? error : { ...error, retryAfter } };
}

/** RFC 9110 §10.2.3: seconds or a date. */
function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** An object, or a list when that is what is wanted. */
function parse(text: string, wantsList: boolean): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isWanted = typeof value === 'object' && value !== null && Array.isArray(value) === wantsList;
    return isWanted ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function describe(response: Response): string {
  return `status ${response.status}, content type ${response.headers.get('content-type') ?? 'not given'}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
