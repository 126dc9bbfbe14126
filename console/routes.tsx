import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { HelpTarget } from './components/help-link.tsx';
import { loadable } from './components/loadable.tsx';
import { Loading } from './components/loading.tsx';
import { preload, registerScreens } from './components/preload.ts';
import { aroundNavigation } from './components/unsaved.ts';
import { movedTo } from './moved-screens.ts';
import { screens } from './screens.ts';
import { SessionGate } from './session/gate.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ToProject } from './shell/to-project.tsx';

const StartPage = loadable(() => import('./session/start.tsx'), <Loading />);
const JoinPage = loadable(() => import('./session/join.tsx'), <Loading />);
const ProjectFrame = loadable(
  () => {
    // The screen's code loads in parallel with its frame.
    const [, , , ...screen] = window.location.pathname.split('/');
    preload(screen.join('/'));
    return import('./shell/project-frame.tsx');
  },
  <Loading />,
);

const components = screens.map(({ path, help, load }) => ({
  path,
  help,
  Component: loadable(load, <Loading />),
}));

registerScreens(components.map(({ path, Component: { load } }) => ({ path, load })));

/** Maps addresses to screens. */
export function Routes() {
  return (
    <Router base="/console" aroundNav={aroundNavigation}>
      <ErrorBoundary>
        <Switch>
          <Route path="/start" component={StartPage} />
          <Route path="/join" component={JoinPage} />
          <Route>
            <SessionGate>
              <SignedIn />
            </SessionGate>
          </Route>
        </Switch>
      </ErrorBoundary>
    </Router>
  );
}

function SignedIn() {
  const [location] = useLocation();
  const moved = movedTo(location, useSearch());
  if (moved) return <Redirect to={moved} replace />;
  return (
    <Switch>
      <Route path="/" component={ToProject} />
      <Route path="/:projectId" component={ToProject} />
      <Route path="/:projectId/*">
        {({ projectId }) => (
          <ProjectFrame projectId={projectId}>
            <Switch>
              {components.map(({ path, help, Component }) => (
                <Route key={path} path={`/:projectId/${path}`}>
                  <HelpTarget address={help}>
                    <Component />
                  </HelpTarget>
                </Route>
              ))}
              <Route component={NotFound} />
            </Switch>
          </ProjectFrame>
        )}
      </Route>
    </Switch>
  );
}
