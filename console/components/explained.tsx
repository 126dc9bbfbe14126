import { List, Text } from '@mantine/core';

interface ExplainedProps {
  sentence: string;
  /** The action to take; empty if there is nothing to do. */
  remedy: string;
}

/** Shows a fact, and the remedy that an administrator has. */
export function Explained({ sentence, remedy }: ExplainedProps) {
  return (
    <Text size="sm" component="span">
      {sentence} {remedy && <strong>{remedy}</strong>}
    </Text>
  );
}

/** The facts that decide a sign-in. */
export function Findings({ findings }: { findings: (ExplainedProps & { code: string; tenant?: string })[] }) {
  if (findings.length === 0) return undefined;
  return (
    <List size="sm" spacing={4}>
      {findings.map((finding) => (
        <List.Item key={`${finding.code} ${finding.tenant}`}>
          <Explained {...finding} />
        </List.Item>
      ))}
    </List>
  );
}
