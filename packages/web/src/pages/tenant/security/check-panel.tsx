import { useQuery } from '@tanstack/react-query'
import { areaName } from '@tenantscope/analysis/checks/areas'
import { MFA_CHECK } from '@tenantscope/analysis/checks/mfa-difference'
import type { CheckId, TenantCheck, TenantCheckDetails } from '@tenantscope/contract/posture'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { CheckTexts } from '../../../features/posture/check-texts.tsx'
import { SeverityLabel } from '../../../features/posture/severity-label.tsx'
import { VerdictLabel } from '../../../features/posture/verdict-label.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import type { PostureKey } from '../../../lib/tenant-posture.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { CheckEvidence } from './check-evidence.tsx'
import { CheckExceptions } from './check-exceptions.tsx'
import { CheckHistory } from './check-history.tsx'
import { MfaDifference } from './mfa-difference-note.tsx'
import { tenantCheckQuery } from './posture.queries.ts'

interface CheckPanelProps {
  tenant: TenantListItem
  postureKey: PostureKey
  checkId: CheckId
  isOpen: boolean
  onClose: () => void
}

/** A check of a tenant: the verdict, its evidence, how to fix it, accepted risks and the history. */
export function CheckPanel({ tenant, postureKey, checkId, isOpen, onClose }: CheckPanelProps) {
  const query = useQuery(tenantCheckQuery(postureKey, checkId))
  return (
    <SidePanel
      title={query.data?.check.title ?? 'Check'}
      subtitle={areaName(checkId)}
      isOpen={isOpen}
      onClose={onClose}
    >
      {query.isPending && <PageSpinner text="Loading the check..." />}
      {query.isLoadingError && <CheckAbsent query={query} />}
      {query.data && <CheckDetails tenant={tenant} checkId={checkId} details={query.data} />}
    </SidePanel>
  )
}

function CheckAbsent({ query }: { query: { error: Error; refetch: () => unknown } }) {
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState
        title="There is no such check"
        text="The link may be mistyped, or a newer version has removed the check."
      />
    )
  return <LoadFailed title="The check could not be loaded" query={query} />
}

interface CheckDetailsProps {
  tenant: TenantListItem
  checkId: CheckId
  details: TenantCheckDetails
}

function CheckDetails({ tenant, checkId, details }: CheckDetailsProps) {
  const { check, found, history } = details
  return (
    <Stack gap={24}>
      <Found check={check} found={found} />
      {found && tenant.figures && checkId === MFA_CHECK && (
        <MfaDifference mfa={tenant.figures.mfa} check={found} />
      )}
      {found && (found.objects.length > 0 || Object.keys(found.counts).length > 0) && (
        <PanelSection title="Evidence">
          <CheckEvidence tenantId={tenant.id} found={found} />
        </PanelSection>
      )}
      <CheckTexts check={check} />
      <PanelSection title="Accepted risks">
        <CheckExceptions tenant={tenant} checkId={checkId} found={found} />
      </PanelSection>
      <PanelSection title="History">
        <CheckHistory history={history} />
      </PanelSection>
    </Stack>
  )
}

/** The verdict in words, since when, and what was found. */
function Found({ check, found }: Pick<TenantCheckDetails, 'check' | 'found'>) {
  return (
    <Stack gap={12}>
      <Stack row wrap gap={16} lineGap={4} align="center">
        <VerdictLabel verdict={found?.verdict ?? null} />
        <SeverityLabel severity={check.severity} verdict={found?.verdict} />
      </Stack>
      {found ? (
        <>
          <Text as="p" variant="body">
            {found.reason}
          </Text>
          <FoundFacts found={found} />
        </>
      ) : (
        <Text as="p">This tenant was not judged by the check yet. The next refresh does that.</Text>
      )}
    </Stack>
  )
}

function FoundFacts({ found: { since, dataAsOf } }: { found: TenantCheck }) {
  const format = useFormat()
  const timeText = (at: string | null) => (at === null ? 'Not known' : format.dateTime(at))
  return (
    <FactList
      facts={[
        { label: 'Since', value: timeText(since) },
        { label: 'Data as of', value: timeText(dataAsOf) },
      ]}
    />
  )
}

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={12} aria-label={title}>
      <Text as="h3" variant="strong">
        {title}
      </Text>
      {children}
    </Stack>
  )
}
