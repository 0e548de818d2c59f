/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed by transform in a grid of plain elements, which table elements do not allow */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { AccessLevelLabel } from '../../ui/access-level-label.tsx'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { MfaLabel } from '../../ui/mfa-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { DetailsButton } from './details-button.tsx'
import type { TenantColumn, TenantColumnId } from './tenant-columns.ts'
import { TenantNameCell } from './tenant-name-cell.tsx'

/** What stands where nothing is known: never a zero. */
const NOTHING = '—'

const useStyles = makeStyles({
  cell: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    whiteSpace: 'nowrap',
  },
  number: {
    justifyContent: 'flex-end',
    paddingInlineEnd: '12px',
    fontVariantNumeric: 'tabular-nums',
  },
  id: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  quiet: { color: tokens.colorNeutralForeground2 },
})

interface TenantCellProps {
  tenant: TenantListItem
  column: TenantColumn
  columns: readonly TenantColumn[]
  tabIndex: number
  format: Format
  now: Date
  onOpen: (tenant: TenantListItem) => void
  onShowDetails: (tenant: TenantListItem) => void
}

export function TenantCell(props: TenantCellProps) {
  const styles = useStyles()
  const { column } = props
  return (
    <div
      role="gridcell"
      className={mergeClasses(styles.cell, column.isNumber === true && styles.number)}
    >
      {CONTENT[column.id]({ ...props, styles })}
    </div>
  )
}

type ContentProps = TenantCellProps & { styles: ReturnType<typeof useStyles> }

const CONTENT: Record<TenantColumnId, (props: ContentProps) => ReactNode> = {
  id: ({ tenant, tabIndex, styles }) => (
    <>
      <span className={styles.id} title={tenant.id}>
        {tenant.id.slice(0, 8)}…
      </span>
      <CopyButton
        text={tenant.id}
        label={`Copy tenant ID of ${tenant.displayName}`}
        tabIndex={tabIndex}
      />
    </>
  ),
  displayName: ({ tenant, columns, tabIndex, onOpen }) => (
    <TenantNameCell tenant={tenant} columns={columns} tabIndex={tabIndex} onOpen={onOpen} />
  ),
  domain: ({ tenant, styles }) => (
    <ForeignText className={styles.quiet}>{tenant.defaultDomainName ?? NOTHING}</ForeignText>
  ),
  status: ({ tenant }) => <TenantStatusLabel status={tenant.status} />,
  access: ({ tenant }) => (
    <>
      <AccessLevelLabel level={tenant.accessLevel} />
      <AccessMethodBadge method={tenant.accessMethod} />
    </>
  ),
  created: ({ tenant, format }) =>
    tenant.createdDateTime === null ? NOTHING : format.date(tenant.createdDateTime),
  people: ({ tenant, format }) => numberOr(tenant.figures?.people, format),
  unusedSeats: ({ tenant, format }) => numberOr(tenant.figures?.unassignedPaidSeats, format),
  mfa: ({ tenant }) => (tenant.figures ? <MfaLabel verdict={tenant.figures.mfa} /> : NOTHING),
  dataAsOf: ({ tenant, format, now }) =>
    tenant.dataAsOf === null ? (
      'Never read'
    ) : (
      <time dateTime={tenant.dataAsOf} title={format.dateTime(tenant.dataAsOf)}>
        {format.relative(tenant.dataAsOf, now)}
      </time>
    ),
  actions: ({ tenant, tabIndex, onShowDetails }) => (
    <DetailsButton tenant={tenant} tabIndex={tabIndex} onShowDetails={onShowDetails} />
  ),
}

function numberOr(value: number | undefined, format: Format): string {
  return value === undefined ? NOTHING : format.number(value)
}
