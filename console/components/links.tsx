import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useProject } from '../session/project.tsx';
import { preload } from './preload.ts';
import { type UrlState, writeUrlState } from './url-state.ts';

/** Returns the address of a screen of the open project, such as `users/U2x…`, with the given view state. */
export function useHref(): (path: string, state?: UrlState) => string {
  const { project } = useProject();
  return (path, state = {}) => {
    const query = writeUrlState(state);
    return `/${project.id}/${path}${query && `?${query}`}`;
  };
}

/** Returns a function that opens a screen. */
export function useGo(): (path: string, state?: UrlState) => void {
  const href = useHref();
  const [, navigate] = useLocation();
  return (path, state) => navigate(href(path, state));
}

interface ScreenLinkProps extends AnchorProps {
  /** The path relative to the project: `users`, `tenants/T1`. */
  to: string;
  state?: UrlState;
  title?: string;
  /** The accessible name, where the text alone does not say which record it is about. */
  label?: string;
  children: ReactNode;
}

/** A link to another screen. Its code loads when the pointer comes near. */
export function ScreenLink({ to, state, label, children, ...rest }: ScreenLinkProps) {
  const href = useHref();
  return (
    <Anchor
      component={Link}
      href={href(to, state)}
      inherit
      onPointerEnter={() => preload(to)}
      aria-label={label}
      {...rest}
    >
      {children}
    </Anchor>
  );
}
