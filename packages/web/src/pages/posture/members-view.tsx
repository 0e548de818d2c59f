import { coveredPercent } from '@tenantscope/analysis/posture-figures'
import { useMemo } from 'react'

import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { OutdatedLabel } from '../../ui/outdated-label.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { Text } from '../../ui/text.tsx'
import type { EstateTenant } from './estate.ts'
import { mostNotCoveredFirst, notKnownText } from './members.ts'

/** How many members of each tenant MFA covers, with the way to those whom it does not. */
export function MembersView({ tenants }: { tenants: readonly EstateTenant[] }) {
  const timeZone = useTimeZone()
  const { number } = useFormat()
  const rows = useMemo(() => mostNotCoveredFirst(tenants), [tenants])
  const columns = useMemo(() => columnsOf(number), [number])
  return (
    <SectionCard
      title="Members by MFA coverage"
      aside={
        <ExportButton
          hasRows
          save={async () => {
            const { exportMembers } = await loadPart(() => import('./export-posture.ts'))
            const name = exportMembers({ tenants: rows, timeZone })
            return `Exported ${rows.length === 1 ? '1 tenant' : `${rows.length} tenants`} to ${name}`
          }}
        />
      }
    >
      <DataTable
        caption="Tenants by members who are not covered, most first. Guests, blocked users and emergency access accounts do not count. The check of MFA for everybody judges policies instead and passes with up to 5 or 5 % of people excluded."
        isCaptionShown
        columns={columns}
        rows={rows}
        rowId={({ tenantId }) => tenantId}
      />
    </SectionCard>
  )
}

function columnsOf(number: (value: number) => string): readonly TableColumn<EstateTenant>[] {
  return [
    {
      header: 'Tenant',
      width: 36,
      isRowHeader: true,
      render: ({ tenantId, displayName, isOutdated }) => (
        <Stack gap={2} align="start">
          <TenantLink tenantId={tenantId} wrap>
            {displayName}
          </TenantLink>
          {isOutdated && <OutdatedLabel />}
        </Stack>
      ),
    },
    {
      header: 'Covered',
      width: 22,
      isNumber: true,
      render: (tenant) =>
        tenant.members === null ? (
          <Text muted>{notKnownText(tenant)}</Text>
        ) : (
          <Text tabular>{coveredText(tenant.members, number)}</Text>
        ),
    },
    {
      header: 'Not covered',
      width: 24,
      isNumber: true,
      render: ({ tenantId, members }) =>
        members && members.notCovered === 0 ? (
          '0'
        ) : (
          <AppLink
            to="/tenant/$tenantId"
            params={{ tenantId }}
            search={{ tab: 'security', people: 'notCovered' }}
          >
            {members === null ? 'See why' : number(members.notCovered)}
          </AppLink>
        ),
    },
    {
      header: 'Not known',
      width: 18,
      isNumber: true,
      render: ({ members }) => members && <Text tabular>{number(members.notKnown)}</Text>,
    },
  ]
}

/** '48 (92%)'; '0' without members. */
function coveredText(
  members: NonNullable<EstateTenant['members']>,
  number: (value: number) => string,
): string {
  const percent = coveredPercent(members)
  const count = number(members.covered)
  return percent === null ? count : `${count} (${percent}%)`
}
