import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'

/** Specification section 8, Enhanced dashboard. */
const REASON =
  'Unable to fetch licenses and policies from Microsoft Graph API. This could be due to missing permissions or configuration issues.'

interface OrganizationLoadFailedProps {
  error: unknown
  onRetry: () => void
}

/** The own directory's data did not arrive. */
export function OrganizationLoadFailed({ error, onRetry }: OrganizationLoadFailedProps) {
  return (
    <LoadFailed
      title="Failed to load enhanced data"
      message={`${REASON} ${userMessageOf(error)}`}
      requestId={requestIdOf(error)}
      onRetry={onRetry}
      retryLabel="Retry"
      actions={
        <>
          <LinkButton to="/azure-config">Check Permissions</LinkButton>
          <LinkButton to="/dashboard">Basic Dashboard</LinkButton>
        </>
      }
    />
  )
}
