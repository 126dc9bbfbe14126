import { AppShell, Box, Burger, Container, Group } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { Logo } from '../components/logo.tsx';
import { writePreference } from '../components/preferences.ts';
import { UnsavedQuestion } from '../components/unsaved-question.tsx';
import { useMessages } from '../i18n/language.tsx';
import { ProjectProvider } from '../session/project.tsx';
import { useSession } from '../session/session.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ApiButton } from './api-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { shellMessages } from './messages.ts';
import { Navigation } from './navigation.tsx';
import { NotFound } from './not-found.tsx';
import { Palette } from './palette.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { lastProjectKey } from './to-project.tsx';
import { useDialogFocus } from './use-dialog-focus.ts';
import { useGoKeys } from './use-go-keys.ts';

interface FrameProps {
  projectId: string;
  children: ReactNode;
}

/** The frame around every screen of a project, including the corner for notifications. */
export default function ProjectFrame({ projectId, children }: FrameProps) {
  const { projects } = useSession();
  const project = projects.find(({ id }) => id === projectId);
  useEffect(() => {
    if (project) writePreference(lastProjectKey, project.id);
  }, [project]);
  if (!project) return <NotFound />;
  return (
    <ProjectProvider project={project}>
      <UnsavedQuestion />
      <Notifications position="bottom-center" limit={4} />
      <Shell>{children}</Shell>
    </ProjectProvider>
  );
}

function Shell({ children }: { children: ReactNode }) {
  const messages = useMessages(shellMessages);
  const [isOpen, { toggle, close }] = useDisclosure();
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen changes
  useEffect(close, [path]);
  useHotkeys([['Escape', close]]);
  useDialogFocus();
  useGoKeys();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <Shortcuts />
      <a className="skip" href="#screen">
        {messages.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={messages.navigation}
              aria-expanded={isOpen}
            />
            <Box visibleFrom="sm">
              <Logo />
            </Box>
            <ProjectMenu />
          </Group>
          <Group gap={4} wrap="nowrap" flex="none">
            <Palette />
            <ApiButton />
            <LanguageMenu />
            <ThemeToggle />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={messages.navigation} {...(!isOpen && { className: 'nav-closed' })}>
        <Navigation onChoose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="screen">
        <Container size="xl" p={0}>
          <ErrorBoundary key={path}>{children}</ErrorBoundary>
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
