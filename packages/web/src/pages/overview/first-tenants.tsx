import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useFormat } from '../../lib/preferences.ts'
import { AppLink, LinkButton } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'

/** Specification section 9. */
const TENANTS_SHOWN = 5

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 104px auto',
    alignItems: 'center',
    gap: '16px',
    paddingBlock: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 480px)': { gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: 0 },
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  cut: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: { color: tokens.colorNeutralForeground3 },
  status: { '@media (max-width: 480px)': { display: 'none' } },
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
  const shown = byName.slice(0, TENANTS_SHOWN)
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
        <Text weight="semibold" className={styles.cut} title={tenant.displayName}>
          <bdi>{tenant.displayName}</bdi>
        </Text>
        <Text size={200} className={mergeClasses(styles.cut, styles.quiet)}>
          {tenant.defaultDomainName ?? 'No domain known'}
        </Text>
      </div>
      <span className={styles.status}>
        <TenantStatusLabel status={tenant.status} />
      </span>
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
