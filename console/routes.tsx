import { lazy, Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { Loading } from './parts/loading.tsx';
import { knowScreens } from './parts/preload.ts';
import { aroundNavigation } from './parts/unsaved.ts';
import { screens } from './screens.ts';
import { SessionGate } from './session/gate.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ToProject } from './shell/to-project.tsx';

const StartPage = lazy(() => import('./session/start.tsx'));
const JoinPage = lazy(() => import('./session/join.tsx'));
const ProjectFrame = lazy(() => import('./shell/project-frame.tsx'));

knowScreens(screens);

/** By path, so that a screen is not forgotten and fetched again when another one was open. */
const components = screens.map(({ path, load }) => ({ path, Component: lazy(load) }));

/** What is at which address of the console. */
export function Routes() {
  return (
    <Router base="/console" aroundNav={aroundNavigation}>
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/start" component={StartPage} />
            <Route path="/join" component={JoinPage} />
            <Route>
              <SessionGate>
                <SignedIn />
              </SessionGate>
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Router>
  );
}

function SignedIn() {
  return (
    <Switch>
      <Route path="/" component={ToProject} />
      <Route path="/:projectId" component={ToProject} />
      <Route path="/:projectId/*">
        {({ projectId }) => (
          <ProjectFrame projectId={projectId}>
            <Switch>
              {components.map(({ path, Component }) => (
                <Route key={path} path={`/:projectId/${path}`}>
                  <Component />
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
