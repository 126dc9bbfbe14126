import { Component, type ReactNode } from 'react';
import { CodeNotLoaded } from './code-not-loaded.ts';
import { ErrorNotice } from './error-notice.tsx';

/** Keeps an error in one screen from taking down the rest of the console. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // A browser may keep an import that failed for as long as the page is open.
    const retry = () =>
      error instanceof CodeNotLoaded ? window.location.reload() : this.setState({ error: undefined });
    return <ErrorNotice error={error} retry={retry} />;
  }
}
