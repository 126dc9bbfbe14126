import { useCallback, useEffect, useRef } from 'react';
import { showMail } from './show-mail.ts';

/**
 * Shows a mail in a sandboxed frame that allows no scripts, forms or windows and has the page's content security
 * policy. The same origin is allowed so that this page can create the mail's elements in it.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useCallback(() => {
    const { contentDocument } = frame.current ?? {};
    if (contentDocument) showMail(contentDocument, html);
  }, [html]);
  useEffect(show, [show]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc="<!doctype html><title>Mail</title>"
      onLoad={show}
      style={{
        width: '100%',
        height: 520,
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
        background: '#fff',
        colorScheme: 'light',
      }}
    />
  );
}
