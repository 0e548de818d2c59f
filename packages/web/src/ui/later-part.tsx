import { Suspense } from 'react'
import type { ReactNode } from 'react'

import { ErrorBoundary } from './error-boundary.tsx'

/**
 * Shows a part that is loaded on demand. A part that fails to load leaves the page unchanged: the
 * notice of a new version shows the reason.
 */
export function LaterPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
