import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { HostedPages } from '../../../../client/client.ts';
import { useProjectSettings } from '../../../api/use-project-settings.ts';
import { ScreenLink } from '../../../components/links.tsx';
import { SettingsCard } from '../../../components/settings-card.tsx';
import { MethodOrder } from '../../../components/sign-in-methods/method-order.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import { transitionsOf } from '../flow-document.ts';
import { flowMessages } from '../messages.ts';
import { flowTabMessages } from '../tab-messages.ts';
import { type Flow, useSaveFlow } from '../use-flow.ts';

type Method = HostedPages['signInMethods'][number];

/** Changes what a flow is called and which methods it offers. */
export function SettingsTab({ flow }: { flow: Flow }) {
  return (
    <Stack gap="lg">
      <Details flow={flow} />
      <Methods flow={flow} />
    </Stack>
  );
}

type DetailValues = Pick<Flow, 'name' | 'description'>;

const detailsOf = ({ name, description }: Flow): DetailValues => ({ name, description });

function Details({ flow }: { flow: Flow }) {
  const messages = useMessages(flowMessages);
  const { details } = useMessages(flowTabMessages);
  const { errors } = useMessages(sharedMessages);
  const draft = useDraft<DetailValues>(detailsOf(flow));
  const save = useSaveFlow<DetailValues>(flow.id, detailsOf, (flow, fields) => ({ ...flow, ...fields }));
  const { name, description } = draft.values;
  return (
    <SettingsCard title={details} draft={draft} mayChange={useHasRole('administrator')} save={save}>
      <TextInput
        label={messages.name}
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={name.trim() ? null : errors.required}
        maxLength={100}
        maw={480}
      />
      <Textarea
        label={messages.description}
        value={description}
        onChange={(event) => draft.change({ description: event.currentTarget.value })}
        autosize
        maxRows={4}
        maxLength={1_000}
        maw={480}
      />
    </SettingsCard>
  );
}

interface MethodValues {
  /** Null: the methods of the project. */
  methods: Method[] | null;
}

const methodsOf = ({ dsl }: Flow): MethodValues => ({
  methods: (dsl.methods as Method[] | undefined) ?? null,
});

function withMethods(flow: Flow, { methods }: Partial<MethodValues>): Flow {
  const { methods: _, ...dsl } = flow.dsl;
  return { ...flow, dsl: { ...dsl, ...(methods && { methods }) } };
}

/** The actions of screens that offer methods. */
const identifying = ['identify', 'signUp'];

function Methods({ flow }: { flow: Flow }) {
  const messages = useMessages(flowTabMessages);
  const { data: settings } = useProjectSettings();
  const labelId = useId();
  const draft = useDraft<MethodValues>(methodsOf(flow));
  const save = useSaveFlow<MethodValues>(flow.id, methodsOf, withMethods);
  const mayChange = useHasRole('administrator');
  const { methods } = draft.values;
  if (!transitionsOf(flow.dsl).some(({ does }) => identifying.includes(does)))
    return <Text size="sm">{messages.methodsNotUsed}</Text>;
  const offered = settings?.hostedPages.signInMethods ?? [];
  return (
    <SettingsCard
      title={messages.methods}
      lead={
        <>
          {messages.methodsLead}{' '}
          <ScreenLink to="methods" underline="always">
            {messages.projectMethods}
          </ScreenLink>
        </>
      }
      draft={draft}
      hasProblem={methods?.length === 0}
      mayChange={mayChange}
      save={save}
    >
      <Radio.Group
        value={methods === null ? 'project' : 'own'}
        onChange={(value) => draft.change({ methods: value === 'own' ? offered : null })}
        aria-labelledby={labelId}
      >
        <Stack gap="xs">
          <span id={labelId} className="visually-hidden">
            {messages.methods}
          </span>
          <Radio value="project" label={messages.asProject} />
          <Radio value="own" label={messages.ownMethods} />
        </Stack>
      </Radio.Group>
      {methods && (
        <MethodOrder
          chosen={methods}
          available={[...new Set([...methods, ...offered])]}
          onChange={(methods) => draft.change({ methods })}
        />
      )}
      {methods?.length === 0 && (
        <Text size="sm" c="red" role="alert">
          {messages.noMethods}
        </Text>
      )}
    </SettingsCard>
  );
}
