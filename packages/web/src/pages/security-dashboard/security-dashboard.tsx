import { Button, Spinner, makeStyles } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { forcePasswordReset, getSecurityStatus } from '@tenantscope/contract/security-audit'
import type { SecurityStatus } from '@tenantscope/contract/security-audit'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { showToast } from '../../lib/toasts.ts'
import { AdminPage } from '../../ui/admin-page.tsx'
import { LinkButton } from '../../ui/app-link.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { AuthenticationCard, SessionCard, StatusCards } from './status-cards.tsx'

const useStyles = makeStyles({
  details: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
    gap: '16px',
  },
})

const FAILED = 'Failed to load security status. Please try again.'

/** The current security of the installation. */
function SecurityDashboard() {
  const status = useQuery(securityStatusQuery)
  return (
    <PageShell
      title="Security Dashboard"
      crumbs={CRUMBS}
      description="The current security of this installation, measured just now."
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

/** The status in cards, with the one thing that can be done about it here. */
function SecurityStatusView({ status }: { status: SecurityStatus }) {
  const styles = useStyles()
  return (
    <>
      {status.defaultCredentialsPresent && (
        <DefaultCredentials usernames={status.defaultCredentialsOf} />
      )}
      <StatusCards status={status} />
      <div className={styles.details}>
        <AuthenticationCard status={status} />
        <SessionCard status={status} />
        {status.unverified.length > 0 && <NotVerifiedCard names={status.unverified} />}
      </div>
    </>
  )
}

/** The checks that rule out the grade A+ without a failure. */
function NotVerifiedCard({ names }: { names: readonly string[] }) {
  return (
    <SectionCard title="Not verified">
      <Stack as="ul" gap={8}>
        {names.map((name) => (
          <li key={name}>
            <StatusLabel tone="unknown">{name}</StatusLabel>
          </li>
        ))}
      </Stack>
      <Text as="p" variant="body" muted>
        These could not be measured and rule out the grade A+. A Security Audit shows why, and how
        to verify them yourself.
      </Text>
    </SectionCard>
  )
}

/** The users with a default password, and the button that forces a reset. */
function DefaultCredentials({ usernames }: { usernames: readonly string[] }) {
  const [isAsking, setIsAsking] = useState(false)
  const { username } = useCurrentUser()
  const reset = useForcePasswordReset(() => setIsAsking(false))
  const names = <ForeignText wrap>{usernames.join(', ')}</ForeignText>
  return (
    <>
      <Notice
        intent="error"
        title="Default credentials are in use"
        actions={
          <Button {...RETURNS_FOCUS} onClick={() => setIsAsking(true)}>
            Force Password Reset
          </Button>
        }
      >
        The default password is publicly known for {names}.
      </Notice>
      <ConfirmDialog
        title="Force a password reset?"
        confirmLabel={reset.isPending ? 'Forcing...' : 'Force Password Reset'}
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={reset.isPending}
        onConfirm={() => reset.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        {names} must choose a new password at the next sign-in. All their sessions end now.
        {usernames.includes(username) && ' This includes your own account: you will be signed out.'}
      </ConfirmDialog>
    </>
  )
}

/** Reads the security status, measured at each request. */
const securityStatusQuery = queryOptions({
  queryKey: ['security', 'status'],
  queryFn: ({ signal }) => call(getSecurityStatus, {}, { signal }),
  staleTime: 0,
})

/** Forces a new password for users with default credentials. */
function useForcePasswordReset(onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(forcePasswordReset, {}),
    onSuccess: ({ message }) =>
      showToast({ intent: 'success', title: 'Password reset forced', text: message }),
    onError: (error) =>
      showToast({ intent: 'error', title: 'Password reset failed', text: userMessageOf(error) }),
    onSettled: async () => {
      onSettled()
      await client.invalidateQueries({ queryKey: securityStatusQuery.queryKey })
    },
  })
}

export function SecurityDashboardPage() {
  return (
    <AdminPage title="Security Dashboard">
      <SecurityDashboard />
    </AdminPage>
  )
}
