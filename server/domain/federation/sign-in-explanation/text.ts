import type { RefusalCause } from '../../../core/refusal-causes.ts';
import type { FindingCode } from './finding.ts';

/** The parts of a sentence about a finding, in the language of the text. Empty if unknown. */
interface Said {
  /** Since when, such as " since 12 May 2026, 14:03 UTC". */
  since: string;
  until: string;
  /** By whom, such as ", by an administrator". */
  by: string;
  tenant: string;
  domain: string;
  detail: string;
}

type Sentence = readonly [sentence: string, remedy?: string];

export interface Texts {
  findings: Record<FindingCode, (said: Said) => Sentence>;
  causes: Record<RefusalCause, Sentence>;
  succeeded: string;
  /** An event of a version that recorded no cause. */
  unknownCause: string;
  repeated: (count: number) => string;
  since: (moment: string) => string;
  by: (type: string, id: string) => string;
}
