import { Alert, List, Stack, Title } from '@mantine/core';
import { Check, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ProjectValidateSnapshotAnswer } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Changes } from './changes.tsx';
import type { Chosen } from './choose-files.tsx';
import { compareFiles, stayingIn } from './compare.ts';
import { Import } from './import.tsx';
import { snapshotMessages } from './messages.ts';
import { SecretFields } from './secret-fields.tsx';
import { neededSecrets, type Secrets, secretsToApi } from './secrets.ts';
import type { Files, PartName } from './snapshot-files.ts';

interface ReviewProps {
  chosen: Chosen;
  without: PartName[];
  onDone(): void;
}

/** Shows the server's verdict and the changes, then runs the import. */
export function Review({ chosen: { id, files }, without, onDone }: ReviewProps) {
  const [secrets, setSecrets] = useState<Secrets>({});
  useUnsaved(Object.values(secrets).some(Boolean));
  const first = useRead(['snapshot', 'verdict', id, without], (client) =>
    client.management.project.validateSnapshot({ files, excludes: without }),
  );
  const current = useRead(['snapshot', without], (client) =>
    client.management.project.exportSnapshot(without),
  );
  const again = useWrite(
    (client, secrets: Secrets) =>
      client.management.project.validateSnapshot({
        files,
        inputSecrets: secretsToApi(secrets),
        excludes: without,
      }),
    { reportsFailure: false, keepsResponse: true },
  );
  const verdict = again.data ?? first.data;
  const error = first.error ?? current.error;
  const needed = first.data ? neededSecrets(first.data) : [];
  if (error) return <ErrorNotice error={error} retry={() => void first.refetch()} />;
  if (!verdict || !current.data || first.isPlaceholderData) return <Loading height={300} />;
  return (
    <Stack>
      {again.error ? <ErrorNotice error={again.error} /> : <Verdict verdict={verdict} />}
      {verdict.ok && verdict.notes.length > 0 && <Notes notes={verdict.notes} />}
      {needed.length > 0 && (
        <SecretFields
          needed={needed}
          secrets={secrets}
          onChange={setSecrets}
          isBusy={again.isPending}
          onCheck={() => again.mutate(secrets)}
        />
      )}
      <Outlook
        files={files}
        current={current.data.files}
        without={without}
        isPossible={verdict.ok && !again.isPending}
        secrets={secrets}
        onDone={onDone}
      />
    </Stack>
  );
}

/** Matches failures about missing secrets. They are not listed because the secrets have fields of their own. */
const aboutSecrets = /, as one of the inputSecrets$/;

function Verdict({ verdict: { ok, failures } }: { verdict: ProjectValidateSnapshotAnswer }) {
  const messages = useMessages(snapshotMessages);
  if (ok)
    return (
      <Alert color="teal" icon={<Check aria-hidden />} role="status">
        {messages.fine}
      </Alert>
    );
  const others = failures.filter((failure) => !aboutSecrets.test(failure));
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden />} title={messages.failures} role="status">
      {others.length === 0 ? (
        messages.secrets
      ) : (
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {others.map((failure) => (
            <List.Item key={failure}>{failure}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** Lists the differences from the snapshot. */
function Notes({ notes }: { notes: string[] }) {
  const messages = useMessages(snapshotMessages);
  return (
    <Alert color="yellow" icon={<TriangleAlert aria-hidden />} title={messages.notes} role="status">
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface OutlookProps {
  files: Files;
  current: Files;
  without: PartName[];
  isPossible: boolean;
  secrets: Secrets;
  onDone(): void;
}

function Outlook({ files, current, ...rest }: OutlookProps) {
  const messages = useMessages(snapshotMessages);
  const changes = useMemo(() => compareFiles(current, files), [current, files]);
  const staying = useMemo(() => stayingIn(current, files), [current, files]);
  return (
    <>
      <Title order={2} size="h4">
        {messages.changes}
      </Title>
      <Changes changes={changes} staying={staying} />
      <Import files={files} current={current} changes={changes} {...rest} />
    </>
  );
}
