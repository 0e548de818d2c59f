import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'

import { requestIdOf, userMessageOf } from '../lib/api-error.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PageShell } from '../ui/page-shell.tsx'

/** A page that failed to render: the navigation around it stays usable. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const tryAgain = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <PageShell title="Something went wrong">
      <LoadFailed
        title="This page could not be shown"
        message={userMessageOf(error)}
        requestId={requestIdOf(error)}
        onRetry={tryAgain}
      />
    </PageShell>
  )
}
