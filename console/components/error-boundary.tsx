import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

/** A screen that fails takes nothing else with it. */
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
