import { Link } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantPolicyPage } from '@tenantscope/contract/policy-page'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { entraLink } from '../../lib/entra-links.ts'
import { permissionsQuery } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { PolicyStateLabel } from '../../ui/policy-state-label.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { PolicyReachFacts } from './policy-reach-facts.tsx'
import { PolicySettings } from './policy-settings.tsx'
import { tenantPolicyQuery } from './posture.queries.ts'
import { SeverityLabel } from './severity-label.tsx'
import { tenantCheckLink } from './tenant-check-link.ts'
import { VerdictLabel } from './verdict-label.tsx'

interface PolicyPanelProps {
  tenant: { id: TenantId; dataAsOf: string | null }
  policyId: string
  isOpen: boolean
  onClose: () => void
}

/** A Conditional Access policy in words, whom it reaches, and the checks that name it. */
export function PolicyPanel({ tenant, policyId, isOpen, onClose }: PolicyPanelProps) {
  const { id: tenantId, dataAsOf } = tenant
  const [openedWith] = useState(dataAsOf)
  const isQuiet = dataAsOf !== openedWith
  const query = useQuery(tenantPolicyQuery({ tenantId, policyId, dataAsOf, isQuiet }))
  return (
    <SidePanel
      title={query.data?.displayName ?? 'Policy'}
      subtitle="Conditional Access policy"
      isOpen={isOpen}
      onClose={onClose}
    >
      {query.isPending && <PageSpinner text="Loading the policy..." />}
      {query.isLoadingError && <PolicyAbsent query={query} />}
      {query.data && <PolicyDetails tenantId={tenantId} policy={query.data} />}
    </SidePanel>
  )
}

function PolicyAbsent({ query }: { query: { error: Error; refetch: () => unknown } }) {
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState
        title="There is no such policy"
        text="It was deleted in the tenant, or the link is mistyped."
      />
    )
  return <LoadFailed title="The policy could not be loaded" query={query} />
}

interface PolicyDetailsProps {
  tenantId: TenantId
  policy: TenantPolicyPage
}

function PolicyDetails({ tenantId, policy }: PolicyDetailsProps) {
  const { sections, reach, state, checks } = policy
  return (
    <Stack gap={24}>
      <Summary tenantId={tenantId} policy={policy} />
      <PanelSection title="Reach">
        <PolicyReachFacts reach={reach} state={state} />
      </PanelSection>
      <PanelSection title="Applies to">
        <PolicySettings settings={sections.included} absent="None" />
      </PanelSection>
      <PanelSection title="Excluded">
        <PolicySettings settings={sections.excluded} absent="None" />
      </PanelSection>
      <PanelSection title="Resources">
        <PolicySettings settings={sections.resources} absent="None" />
      </PanelSection>
      <PanelSection title="Conditions">
        <PolicySettings settings={sections.conditions} absent="None" />
      </PanelSection>
      <PanelSection title="Access controls">
        <PolicySettings settings={sections.access} absent="None" />
      </PanelSection>
      <PanelSection title="Session controls">
        <PolicySettings settings={sections.session} absent="None" />
      </PanelSection>
      <PanelSection title="Checks">
        <Checks tenantId={tenantId} checks={checks} />
      </PanelSection>
    </Stack>
  )
}

/** The state, the dates and the page in Microsoft's portal. */
function Summary({ tenantId, policy }: PolicyDetailsProps) {
  const format = useFormat()
  const timeText = (at: string | null) => (at === null ? 'Not known' : format.dateTime(at))
  // A failure leaves the links of Microsoft's global cloud.
  const portalUrl = useQuery(permissionsQuery({ isQuiet: true })).data?.portalUrl ?? null
  const { id, displayName: name, state, changedAt, createdAt, dataAsOf } = policy
  const href = entraLink({ kind: 'policy', id, name }, { tenantId, portalUrl })
  return (
    <Stack gap={12} align="start">
      <PolicyStateLabel state={state} />
      <FactList
        facts={[
          // Microsoft has no date of a change until the first one.
          { label: 'Last changed', value: timeText(changedAt ?? createdAt) },
          { label: 'Created', value: timeText(createdAt) },
          { label: 'Data as of', value: timeText(dataAsOf) },
        ]}
      />
      {href !== null && (
        <Link href={href} target="_blank" rel="noreferrer">
          Open in Microsoft Entra
        </Link>
      )}
    </Stack>
  )
}

type ChecksProps = Pick<PolicyDetailsProps, 'tenantId'> & Pick<TenantPolicyPage, 'checks'>

function Checks({ tenantId, checks }: ChecksProps) {
  if (checks.length === 0) return <Text muted>No check names this policy as evidence.</Text>
  return (
    <Stack as="ul" gap={12}>
      {checks.map(({ checkId, title, severity, verdict }) => (
        <Stack as="li" gap={4} key={checkId}>
          <AppLink {...tenantCheckLink(tenantId, checkId)}>{title}</AppLink>
          <Stack row wrap gap={16} lineGap={4} align="center">
            <VerdictLabel verdict={verdict} />
            <SeverityLabel severity={severity} verdict={verdict} />
          </Stack>
        </Stack>
      ))}
    </Stack>
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
