import { Suspense } from 'react'
import type { ReactNode } from 'react'

import { ErrorBoundary } from './error-boundary.tsx'

/**
 * Holds a part that is loaded when it is asked for. One that cannot be loaded leaves the page as it
 * is: the notice of a new version has said why.
 */
export function LaterPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
