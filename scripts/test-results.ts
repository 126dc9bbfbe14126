/** The parts of vitest's JSON report that are read here. */
interface VitestReport {
  success: boolean;
  testResults: VitestFile[];
}

interface VitestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string }[];
}

export interface Counts {
  passed: number;
  failed: number;
  /** What failed without being a failed test, one line each. */
  complaints: string[];
}

/**
 * Counts so that nothing is lost: a test that did not run is a failure, and so is a file whose hooks failed or
 * that could not be loaded, and a run that ended badly although every test passed.
 */
export function countResults(
  reportText: string | undefined,
  exitCode: number,
  { isFiltered = false, hasNameFilter = false } = {},
): Counts {
  const report = reportText === undefined ? undefined : parseReport(reportText);
  if (!report) return { passed: 0, failed: 1, complaints: ['vitest ended without results'] };
  const counts: Counts = { passed: 0, failed: 0, complaints: [] };
  for (const file of report.testResults) countFile(file, counts, hasNameFilter);
  if (exitCode !== 0 && counts.failed === 0 && report.testResults.length > 0) {
    complain(counts, `vitest ended with exit code ${exitCode} although no test failed`);
  }
  if (report.testResults.length === 0 && !isFiltered) complain(counts, 'no test was found');
  return counts;
}

function countFile(file: VitestFile, counts: Counts, hasNameFilter: boolean): void {
  let failedHere = 0;
  for (const test of file.assertionResults) {
    if (test.status === 'passed') counts.passed++;
    else if (test.status === 'failed') failedHere++;
    // Which tests a name filter leaves out cannot be told from those that skip themselves.
    else if (!hasNameFilter) complain(counts, `${test.status}, not run: ${file.name}: ${test.fullName}`);
  }
  counts.failed += failedHere;
  if (file.status === 'failed' && failedHere === 0) {
    complain(counts, `failed outside its tests: ${file.name}: ${file.message ?? ''}`);
  }
}

function complain(counts: Counts, complaint: string): void {
  counts.failed++;
  counts.complaints.push(complaint);
}

function parseReport(text: string): VitestReport | undefined {
  try {
    const report = JSON.parse(text) as VitestReport;
    return Array.isArray(report.testResults) ? report : undefined;
  } catch {
    return undefined;
  }
}
