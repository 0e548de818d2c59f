import { makeStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { AccessLevelLabel } from '../../ui/access-level-label.tsx'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', minWidth: 0 },
  domain: { maxWidth: '100%', minWidth: 0 },
  access: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
})

/** Under the tenant's name: its domain, its status, how it is reached, and how old the data are. */
export function TenantHeadline({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  return (
    <div className={styles.line}>
      {tenant.defaultDomainName !== null && (
        <ForeignText className={styles.domain}>{tenant.defaultDomainName}</ForeignText>
      )}
      <TenantStatusLabel status={tenant.status} />
      <span className={styles.access}>
        <AccessLevelLabel level={tenant.accessLevel} long />
        <AccessMethodBadge method={tenant.accessMethod} />
      </span>
      <DataAsOf at={tenant.dataAsOf} />
    </div>
  )
}
