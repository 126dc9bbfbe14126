import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { useProject } from '../../../session/project.tsx';
import { type Call, type End, passOn } from './pass-on.ts';

/** The state that the console shows beside the preview. */
export type Outcome = End | { kind: 'error'; message: string };
export type Shown = Outcome & { key: string };

interface PreviewFrameProps {
  flowId: string;
  theme: string;
  locale: string;
  title: string;
  onShown(outcome: Outcome): void;
}

type Message =
  | ({ kind: 'call'; call: number } & Call)
  | { kind: 'ready' | 'success' }
  | { kind: 'error'; message: string };

/**
 * A page with the component, without an origin: its scripts reach nothing of the console, and it asks the console for each
 * call (docs/decisions/0152).
 */
export function PreviewFrame({ flowId, theme, locale, title, onShown }: PreviewFrameProps) {
  const { project } = useProject();
  const frame = useRef<HTMLIFrameElement>(null);
  useWindowEvent('message', ({ source, data }: MessageEvent<Message>) => {
    const page = frame.current?.contentWindow;
    // The page has no origin that could be checked. This window is ours, and shows nothing else.
    if (!page || source !== page) return;
    if (data.kind === 'error') onShown({ kind: 'error', message: data.message });
    if (data.kind !== 'call') return;
    const { call, path, headers, body } = data;
    void passOn(project.id, { path, headers, body }).then(({ reply, end }) => {
      if (end) onShown(end);
      // The component would leave this page.
      if (end?.kind === 'leaves') return;
      page.postMessage({ call, ...reply }, '*');
    });
  });
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-scripts allow-forms"
      src={`/pages/${project.id}/preview?${new URLSearchParams({ flow: flowId, theme, locale })}`}
      className="preview"
      width={480}
      height={680}
    />
  );
}
