import {
  Button,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
} from '@fluentui/react-components'
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
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
          <Button
            appearance="primary"
            icon={run.isPending ? <Spinner size="tiny" /> : <ShieldTaskRegular />}
            disabledFocusable={run.isPending}
            onClick={() => run.mutate()}
          >
            {run.isPending ? 'Running Audit...' : 'Run Security Audit'}
          </Button>
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
  // An older one may stand anywhere in the history.
  const audits = useQuery(auditReportsQuery(isAll || chosenId !== undefined))
  if (audits.isPending) return <PageSpinner text="Loading security audits..." />
  const why = audits.isError ? userMessageOf(audits.error) : ''
  if (audits.data === undefined)
    return (
      <LoadFailed
        title="Failed to fetch audit history"
        message={why}
        requestId={requestIdOf(audits.error)}
        onRetry={() => void audits.refetch()}
      />
    )
  return (
    <>
      {audits.isError && <RereadFailed title="Failed to fetch audit history" message={why} />}
      {audits.data.length === 0 ? (
        <EmptyState
          title="No security audit yet"
          text="Run the first one to see how this installation stands."
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
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Failed to run security audit</MessageBarTitle>
        {failureText(error)}
      </MessageBarBody>
    </MessageBar>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'Security Audit' }] as const
