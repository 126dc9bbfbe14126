import { exceptions, reviewedPages } from './plans.ts';
import type { ModuleResult } from './run-module.ts';

/** Says why the result of a module is not the expected one, or returns `undefined`. */
export function problemOf(
  plan: string,
  module: string,
  { result, remarks, review }: ModuleResult,
): string | undefined {
  // Only the dynamic plan wants what a provider with open registration must have.
  const exception =
    module === 'oidcc-discovery-endpoint-verification' && !plan.includes('dynamic')
      ? undefined
      : exceptions[module];
  if (exception?.results.includes(result)) return undefined;
  if (result === 'PASSED' && !exception) return undefined;
  if (result === 'REVIEW') {
    const wanted = reviewedPages[module];
    const shown = [review?.text ?? '', ...(review?.addresses ?? [])].join('\n');
    return wanted?.test(shown)
      ? undefined
      : `${module}: ${review?.wanted ?? 'no picture'}: the page says ${shown}`;
  }
  return `${module}: ${[result, ...remarks].join('; ')}`;
}
