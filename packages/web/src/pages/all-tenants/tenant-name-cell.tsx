import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { nextStepHint } from './next-step-hint.ts'
import type { RowActions } from './row-actions.ts'
import { RowLink } from './row-link.tsx'
import { TagBadges } from './tag-badges.tsx'
import type { RowShape } from './tenant-columns.ts'

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
  mark: { display: 'inline-flex', minWidth: 0 },
})

interface TenantNameCellProps {
  tenant: TenantListItem
  shape: RowShape
  tabIndex: number
  actions: RowActions
}

/** The tenant's name, what is wrong with its reading, and beneath it what has no column of its own. */
export function TenantNameCell({ tenant, shape, tabIndex, actions }: TenantNameCellProps) {
  const styles = useStyles()
  const { foldedColumns, isCompact } = shape
  const hasSecondLine = foldedColumns.length > 0
  return (
    <div className={styles.cell}>
      <div className={styles.line}>
        <RowLink
          href={`/tenant/${tenant.id}`}
          tabIndex={tabIndex}
          onOpen={() => actions.open(tenant)}
        >
          <ForeignText>{tenant.displayName}</ForeignText>
        </RowLink>
        {(hasSecondLine || isCompact) && <ReadingMark tenant={tenant} />}
      </div>
      {hasSecondLine && (
        <div className={styles.second}>
          {foldedColumns.includes('status') && (
            <span className={styles.fixed} title={nextStepHint(tenant)}>
              <TenantStatusLabel status={tenant.status} />
            </span>
          )}
          {foldedColumns.includes('domain') && (
            <ForeignText>{tenant.defaultDomainName ?? ''}</ForeignText>
          )}
        </div>
      )}
      {!hasSecondLine && !isCompact && hasMarks(tenant) && (
        <div className={styles.second}>
          <ReadingMark tenant={tenant} />
          <TagBadges tags={tenant.tags} />
        </div>
      )}
    </div>
  )
}

function hasMarks({ failure, isReadingStopped, consent, tags }: TenantListItem): boolean {
  const isMarked = failure !== null || isReadingStopped || consent.state === 'awaitingApproval'
  return isMarked || tags.length > 0
}

/** The words of decisions.md, Microsoft connection. */
const AWAITS_APPROVAL = 'consented, waiting for approval'

function ReadingMark({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  if (tenant.consent.state === 'awaitingApproval')
    return (
      <span className={styles.mark} title={AWAITS_APPROVAL}>
        <StatusLabel tone="waiting">{AWAITS_APPROVAL}</StatusLabel>
      </span>
    )
  if (tenant.isReadingStopped)
    return (
      <span
        className={styles.fixed}
        title={tenant.dataAsOf === null ? undefined : 'Reading stopped: what was read last stays'}
      >
        <StatusLabel tone="off">Reading stopped</StatusLabel>
      </span>
    )
  if (tenant.failure === null) return null
  return (
    <span className={styles.fixed} title={nextStepHint(tenant)}>
      <StatusLabel tone="warning">Not read</StatusLabel>
    </span>
  )
}
