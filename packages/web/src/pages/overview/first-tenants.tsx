import { makeStyles, tokens } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { OVERVIEW_TENANTS_SHOWN } from '@tenantscope/contract/limits'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useFormat } from '../../lib/preferences.ts'
import { AppLink, LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { VerificationLabel } from '../../ui/verification-label.tsx'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: '16px',
    paddingBlock: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '@media (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: 0 },
  },
  states: {
    display: 'grid',
    gridTemplateColumns: '88px 128px',
    columnGap: '16px',
    // Under the name where they have no room beside it.
    '@media (max-width: 720px)': {
      display: 'flex',
      gridColumn: '1 / -1',
      gridRow: 2,
      paddingTop: '4px',
    },
  },
})

interface FirstTenantsProps {
  tenants: readonly TenantListItem[]
  total: number
}

/** The first tenants of the reader, by name, and the way to all of them. */
export function FirstTenants({ tenants, total }: FirstTenantsProps) {
  const format = useFormat()
  if (tenants.length === 0)
    return (
      <SectionCard title="Your tenants">
        <EmptyState
          title="No tenants yet"
          text="Ask your Tenantscope administrator to give you access to the tenants that you manage."
          icon={<BuildingMultipleRegular />}
        />
      </SectionCard>
    )
  const byName = tenants.toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
  const shown = byName.slice(0, OVERVIEW_TENANTS_SHOWN)
  return (
    <SectionCard
      title="Your tenants"
      aside={
        total > shown.length && (
          <AppLink to="/dashboard">View All {format.number(total)} Tenants</AppLink>
        )
      }
    >
      <Stack as="ul">
        {shown.map((tenant) => (
          <TenantRow key={tenant.id} tenant={tenant} />
        ))}
      </Stack>
    </SectionCard>
  )
}

function TenantRow({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  return (
    <li className={styles.row}>
      <Stack>
        <ForeignText variant="strong">{tenant.displayName}</ForeignText>
        <ForeignText variant="caption" muted>
          {tenant.defaultDomainName ?? 'No domain known'}
        </ForeignText>
      </Stack>
      <div className={styles.states}>
        <TenantStatusLabel status={tenant.status} />
        <VerificationLabel verification={tenant.verification} />
      </div>
      <LinkButton
        to="/tenant/$tenantId"
        params={{ tenantId: tenant.id }}
        size="small"
        aria-label={`View Details of ${tenant.displayName}`}
      >
        View Details
      </LinkButton>
    </li>
  )
}
