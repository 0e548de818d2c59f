import { Suspense, useEffect } from 'react'

import { reloadPage } from '../lib/leaving.ts'
import { lazyPart } from '../lib/load-part.ts'
import { hasNewVersion } from '../lib/new-version.ts'
import { useStore } from '../lib/store.ts'
import { visitor } from '../lib/visitor.ts'
import { LoginPage } from '../pages/login/login-page.tsx'
import { AppTheme } from '../ui/app-theme.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageSpinner } from '../ui/page-spinner.tsx'

/** The complete application, from the theme to the screen. */
export function App() {
  return (
    <AppTheme>
      <NewVersionBar />
      <ErrorBoundary>
        <AuthGate />
      </ErrorBoundary>
    </AppTheme>
  )
}

const PersonApp = lazyPart(async () => (await import('./person-app.tsx')).PersonApp)

/** Shows the login screen without a user, whatever the address; loads the application for a signed-in user. */
function AuthGate() {
  const who = useStore(visitor)
  useEffect(() => {
    if (who === 'signed-out') showToScreenReaders()
  }, [who])
  if (who === 'unknown') return <PageSpinner text="Checking authentication..." fillsScreen />
  if (who === 'signed-out') return <LoginPage />
  return (
    <Suspense fallback={<PageSpinner text="Loading..." fillsScreen />}>
      <PersonApp visitor={who} />
    </Suspense>
  )
}

/**
 * Removes `aria-hidden` that an open dialog left on the page. When the session ends, the code that
 * would remove it is gone (Fluent UI's Tabster).
 */
function showToScreenReaders(): void {
  for (const hidden of document.querySelectorAll('body > [aria-hidden]'))
    hidden.removeAttribute('aria-hidden')
}

/** Shown when the server has another build: the page may no longer match its API. */
function NewVersionBar() {
  if (!useStore(hasNewVersion)) return null
  return (
    <Notice
      intent="info"
      shape="square"
      layout="auto"
      title="A new version is available"
      action={{ label: 'Reload', onClick: reloadPage }}
    >
      Reload to continue with it.
    </Notice>
  )
}
