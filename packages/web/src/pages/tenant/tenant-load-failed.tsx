import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'

/** What usually is the reason (specification section 2, Tenant detail). */
const REASONS =
  'This may be due to insufficient permissions, a tenant that is not accessible, or a problem of the network.'

interface TenantLoadFailedProps {
  error: unknown
  onRetry: () => void
}

/** The tenant's data did not arrive. */
export function TenantLoadFailed({ error, onRetry }: TenantLoadFailedProps) {
  return (
    <LoadFailed
      title="Failed to load tenant details"
      message={`${userMessageOf(error)} ${REASONS}`}
      requestId={requestIdOf(error)}
      onRetry={onRetry}
      retryLabel="Try Again"
    />
  )
}
