import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import { OVERVIEW_TENANTS_SHOWN } from '@tenantscope/contract/limits'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useFormat } from '../../lib/preferences.ts'
import { AccessLevelLabel } from '../../ui/access-level-label.tsx'
import { AppLink, LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: '16px',
    paddingBlock: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '@media (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: 0 },
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: typographyStyles.body1Strong,
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
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
  const styles = useStyles()
  const format = useFormat()
  if (tenants.length === 0)
    return (
      <SectionCard title="Your tenants">
        <EmptyState
          title="No tenants yet"
          text="Ask your Tenantscope administrator to give you access to the tenants that you look after."
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
      <ul className={styles.list}>
        {shown.map((tenant) => (
          <TenantRow key={tenant.id} tenant={tenant} />
        ))}
      </ul>
    </SectionCard>
  )
}

function TenantRow({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <ForeignText className={styles.name}>{tenant.displayName}</ForeignText>
        <ForeignText className={styles.quiet}>
          {tenant.defaultDomainName ?? 'No domain known'}
        </ForeignText>
      </div>
      <div className={styles.states}>
        <TenantStatusLabel status={tenant.status} />
        <AccessLevelLabel level={tenant.accessLevel} long />
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
