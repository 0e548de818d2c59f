import { Suspense, useEffect } from 'react'

import { lazyPart } from '../lib/load-part.ts'
import { useStore } from '../lib/store.ts'
import { visitor } from '../lib/visitor.ts'
import { LoginPage } from '../pages/login/login-page.tsx'
import { PageSpinner } from '../ui/page-spinner.tsx'

const PersonApp = lazyPart(async () => (await import('./person-app.tsx')).PersonApp)

/** Nobody: the login screen, whatever the address. Somebody: the application, which is loaded for them. */
export function AuthGate() {
  const who = useStore(visitor)
  useEffect(() => {
    if (who === 'nobody') showToScreenReaders()
  }, [who])
  if (who === 'unknown') return <PageSpinner text="Checking authentication..." fillsScreen />
  if (who === 'nobody') return <LoginPage />
  return (
    <Suspense fallback={<PageSpinner text="Loading..." fillsScreen />}>
      <PersonApp visitor={who} />
    </Suspense>
  )
}

/**
 * A dialog hides what stands behind it from screen readers. One that was open when the session ended is
 * gone together with the code that would have shown it to them again (Fluent UI's Tabster).
 */
function showToScreenReaders(): void {
  for (const hidden of document.querySelectorAll('body > [aria-hidden]'))
    hidden.removeAttribute('aria-hidden')
}
