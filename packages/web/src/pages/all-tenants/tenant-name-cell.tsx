import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { RowLink } from './row-link.tsx'
import type { TenantColumn, TenantColumnId } from './tenant-columns.ts'

const useStyles = makeStyles({
  cell: { display: 'flex', flexDirection: 'column', minWidth: 0, flexGrow: 1 },
  line: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  second: {
    ...typographyStyles.caption1,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minWidth: 0,
    color: tokens.colorNeutralForeground2,
  },
  fixed: { display: 'inline-flex', flexShrink: 0 },
})

interface TenantNameCellProps {
  tenant: TenantListItem
  columns: readonly TenantColumn[]
  tabIndex: number
  onOpen: (tenant: TenantListItem) => void
}

/** The tenant's name, whether its last reading failed, and beneath what has no column of its own. */
export function TenantNameCell({ tenant, columns, tabIndex, onOpen }: TenantNameCellProps) {
  const styles = useStyles()
  const hasColumn = (id: TenantColumnId) => columns.some((column) => column.id === id)
  return (
    <div className={styles.cell}>
      <div className={styles.line}>
        <RowLink tenant={tenant} tabIndex={tabIndex} onOpen={onOpen} />
        {tenant.failure && (
          <span className={styles.fixed}>
            <StatusLabel tone="warning">Not read</StatusLabel>
          </span>
        )}
      </div>
      {!hasColumn('domain') && (
        <div className={styles.second}>
          {!hasColumn('status') && (
            <span className={styles.fixed}>
              <TenantStatusLabel status={tenant.status} />
            </span>
          )}
          <ForeignText>{tenant.defaultDomainName ?? ''}</ForeignText>
        </div>
      )}
    </div>
  )
}
