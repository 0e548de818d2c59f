import { Switch } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantCheck } from '@tenantscope/contract/posture'
import { roleReaches } from '@tenantscope/contract/roles'
import { useMemo, useState } from 'react'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Text } from '../../../ui/text.tsx'
import { ExceptionList } from './exception-list.tsx'
import { exceptionsQuery } from './posture.queries.ts'

interface AcceptedRisksCardProps {
  tenantId: TenantId
  /** For the titles of the checks. */
  checks: readonly TenantCheck[]
}

/** The accepted risks that concern a tenant, also those for its groups and for all tenants. */
export function AcceptedRisksCard({ tenantId, checks }: AcceptedRisksCardProps) {
  const query = useQuery(exceptionsQuery({ tenantId }))
  const mayAccept = roleReaches(useCurrentUser().role, 'technician')
  const [isEndedShown, setIsEndedShown] = useState(false)
  const titles = useMemo(() => new Map(checks.map(({ id, title }) => [id, title])), [checks])
  const all = query.data ?? []
  const active = all.filter(({ isActive }) => isActive)
  const shown = isEndedShown ? all : active
  return (
    <SectionCard
      title="Accepted risks"
      aside={
        all.length > active.length && (
          <Switch
            label={`Show ended (${all.length - active.length})`}
            checked={isEndedShown}
            onChange={(_, { checked }) => setIsEndedShown(checked)}
          />
        )
      }
    >
      {query.isPending && <PageSpinner text="Loading accepted risks..." />}
      {query.isLoadingError && (
        <LoadFailed title="The accepted risks could not be loaded" query={query} />
      )}
      {query.data && shown.length === 0 && (
        <Text muted>
          No risk is accepted.
          {mayAccept && ' Open a check that failed to accept its risk.'}
        </Text>
      )}
      <ExceptionList exceptions={shown} titleOf={(checkId) => titles.get(checkId) ?? checkId} />
    </SectionCard>
  )
}
