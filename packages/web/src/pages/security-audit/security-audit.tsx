import { Spinner } from '@fluentui/react-components'
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { AdminPage } from '../../ui/admin-page.tsx'
import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { auditReportsQuery, failureText, useRunAudit } from './security-audit.queries.ts'
import { ShownAudits } from './shown-audits.tsx'

/** Checks the running installation, and shows what earlier audits found. */
export function SecurityAudit() {
  const { report: chosenId } = useSearch({ from: '/admin/security-audit' })
  const navigate = useNavigate({ from: '/admin/security-audit' })
  const choose = (report?: number) => void navigate({ search: { report }, resetScroll: false })
  const run = useRunAudit(() => choose())
  return (
    <PageShell
      title="Security Audit"
      crumbs={CRUMBS}
      description="Twelve checks of this installation, each measured at the moment of the audit."
      actions={
        <>
          <LinkButton to="/admin/security-dashboard">Security Dashboard</LinkButton>
          <ActionButton
            appearance="primary"
            icon={run.isPending ? <Spinner size="tiny" /> : <ShieldTaskRegular />}
            isBusy={run.isPending}
            busyLabel="Running audit..."
            onClick={() => run.mutate()}
          >
            Run Security Audit
          </ActionButton>
        </>
      }
    >
      <output>{run.isPending && 'Checking the installation. This takes a few seconds.'}</output>
      {run.isError && <RunFailed error={run.error} />}
      <Audits chosenId={chosenId} onChoose={choose} />
    </PageShell>
  )
}

interface AuditsProps {
  chosenId: number | undefined
  onChoose: (id?: number) => void
}

function Audits({ chosenId, onChoose }: AuditsProps) {
  const [isAll, setIsAll] = useState(false)
  // An older one can be anywhere in the history.
  const audits = useQuery(auditReportsQuery(isAll || chosenId !== undefined))
  if (audits.isPending) return <PageSpinner text="Loading security audits..." />
  if (audits.data === undefined)
    return <LoadFailed title="Failed to fetch audit history" query={audits} />
  return (
    <>
      {audits.isError && (
        <RereadFailed title="Failed to fetch audit history" message={userMessageOf(audits.error)} />
      )}
      {audits.data.length === 0 ? (
        <EmptyState
          title="No security audit yet"
          text="Run the first audit to check this installation."
          icon={<ShieldTaskRegular />}
        />
      ) : (
        <ShownAudits
          reports={audits.data}
          chosenId={chosenId}
          isReading={audits.isPlaceholderData}
          onChoose={onChoose}
          isAll={isAll}
          onViewAll={setIsAll}
        />
      )}
    </>
  )
}

function RunFailed({ error }: { error: unknown }) {
  return (
    <Notice intent="error" title="Failed to run security audit">
      {failureText(error)}
    </Notice>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'Security Audit' }] as const

export function SecurityAuditPage() {
  return (
    <AdminPage title="Security Audit">
      <SecurityAudit />
    </AdminPage>
  )
}
