import { Button, Spinner } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { useQuery } from '@tanstack/react-query'

import { requestIdOf } from '../../lib/api-error.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SecurityStatusView } from './security-status-view.tsx'
import { securityStatusQuery } from './security-status.queries.ts'

const FAILED = 'Failed to load security status. Please try again.'

/** How the installation stands at this moment. */
export function SecurityDashboard() {
  const status = useQuery(securityStatusQuery)
  return (
    <PageShell
      title="Security Dashboard"
      crumbs={CRUMBS}
      description="How this installation stands at this moment, as it was just measured."
      actions={
        <>
          <LinkButton to="/admin/security-audit">Security Audit</LinkButton>
          <Button
            icon={status.isFetching ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
            disabledFocusable={status.isFetching}
            onClick={() => void status.refetch()}
          >
            Refresh Status
          </Button>
        </>
      }
    >
      {status.isPending && <PageSpinner text="Loading security status..." />}
      {status.isLoadingError && (
        <LoadFailed
          title={FAILED}
          requestId={requestIdOf(status.error)}
          onRetry={() => void status.refetch()}
        />
      )}
      {status.isRefetchError && <RereadFailed title={FAILED} message="" />}
      {status.data && <SecurityStatusView status={status.data} />}
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'Security Dashboard' }] as const
