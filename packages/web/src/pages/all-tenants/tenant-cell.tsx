/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { MfaLabel } from '../../ui/mfa-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { AccessCell } from './access-cell.tsx'
import { ActionsCell } from './actions-cell.tsx'
import { nextStepHint } from './next-step-hint.ts'
import type { RowActions } from './row-actions.ts'
import { SavingsCell } from './savings-cell.tsx'
import type { RowShape, TenantColumn, TenantColumnId } from './tenant-columns.ts'
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
  actions: { gap: '0' },
  quiet: { color: tokens.colorNeutralForeground2 },
})

interface TenantCellProps {
  tenant: TenantListItem
  column: TenantColumn
  shape: RowShape
  tabIndex: number
  isVerifying: boolean
  format: Format
  now: Date
  actions: RowActions
}

export function TenantCell(props: TenantCellProps) {
  const styles = useStyles()
  const { tenant, column } = props
  return (
    <div
      role="gridcell"
      title={column.id === 'status' ? nextStepHint(tenant) : undefined}
      className={mergeClasses(
        styles.cell,
        column.isNumber === true && styles.number,
        column.id === 'actions' && styles.actions,
      )}
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
        // Its check mark belongs to this tenant, not to the row's element.
        key={tenant.id}
        text={tenant.id}
        label={`Copy tenant ID of ${tenant.displayName}`}
        tabIndex={tabIndex}
      />
    </>
  ),
  displayName: ({ tenant, shape, tabIndex, actions }) => (
    <TenantNameCell tenant={tenant} shape={shape} tabIndex={tabIndex} actions={actions} />
  ),
  domain: ({ tenant, styles }) => (
    <ForeignText className={styles.quiet}>{tenant.defaultDomainName ?? NOTHING}</ForeignText>
  ),
  status: ({ tenant }) => <TenantStatusLabel status={tenant.status} />,
  access: ({ tenant, tabIndex, isVerifying, actions }) => (
    <AccessCell
      tenant={tenant}
      tabIndex={tabIndex}
      isVerifying={isVerifying}
      onGrantConsent={actions.grantConsent}
    />
  ),
  created: ({ tenant, format }) =>
    tenant.createdDateTime === null ? NOTHING : format.date(tenant.createdDateTime),
  people: ({ tenant, format }) => numberOr(tenant.figures?.people, format),
  unusedSeats: ({ tenant, format }) => numberOr(tenant.figures?.unassignedPaidSeats, format),
  savings: ({ tenant, tabIndex, format, actions }) => (
    <SavingsCell tenant={tenant} tabIndex={tabIndex} format={format} actions={actions} />
  ),
  mfa: ({ tenant }) => (tenant.figures ? <MfaLabel verdict={tenant.figures.mfa} /> : NOTHING),
  dataAsOf: ({ tenant, format, now }) =>
    tenant.dataAsOf === null ? (
      'Never read'
    ) : (
      <time dateTime={tenant.dataAsOf} title={format.dateTime(tenant.dataAsOf)}>
        {format.relative(tenant.dataAsOf, now)}
      </time>
    ),
  actions: ({ tenant, tabIndex, shape, actions }) => (
    <ActionsCell tenant={tenant} tabIndex={tabIndex} isFolded={shape.isFolded} actions={actions} />
  ),
}

function numberOr(value: number | undefined, format: Format): string {
  return value === undefined ? NOTHING : format.number(value)
}
