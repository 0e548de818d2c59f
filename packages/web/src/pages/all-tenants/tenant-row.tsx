/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { memo } from 'react'

import type { Format } from '../../lib/format.ts'
import type { RowActions } from './row-actions.ts'
import { TenantCell } from './tenant-cell.tsx'
import type { RowShape } from './tenant-columns.ts'

const useStyles = makeStyles({
  row: {
    position: 'absolute',
    // A row's insides never move anything outside it: the browser lays out new rows alone.
    contain: 'strict',
    left: 0,
    right: 0,
    display: 'grid',
    columnGap: '12px',
    alignItems: 'center',
    boxSizing: 'border-box',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  last: {
    borderBottomColor: 'transparent',
    borderBottomLeftRadius: tokens.borderRadiusLarge,
    borderBottomRightRadius: tokens.borderRadiusLarge,
  },
})

interface TenantRowProps {
  tenant: TenantListItem
  index: number
  start: number
  shape: RowShape
  isTabStop: boolean
  isLast: boolean
  isVerifying: boolean
  format: Format
  now: Date
  actions: RowActions
}

/** One tenant. Its controls are in the tab order only while the row is. */
export const TenantRow = memo(function TenantRow(props: TenantRowProps) {
  const { index, start, isTabStop, isLast, ...cell } = props
  const { tenant, shape, actions } = cell
  const styles = useStyles()
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-tenant={tenant.id}
      tabIndex={isTabStop ? 0 : -1}
      className={mergeClasses(styles.row, isLast && styles.last)}
      style={{
        gridTemplateColumns: shape.tracks,
        height: shape.heightPx,
        top: start,
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) actions.open(tenant)
      }}
    >
      {shape.columns.map((column) => (
        <TenantCell key={column.id} {...cell} column={column} tabIndex={isTabStop ? 0 : -1} />
      ))}
    </div>
  )
})
