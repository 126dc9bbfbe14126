import { Component, type ReactNode } from 'react';
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
    return <ErrorNotice error={error} retry={() => this.setState({ error: undefined })} />;
  }
}
