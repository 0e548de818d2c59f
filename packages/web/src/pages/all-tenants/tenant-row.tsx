/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed by transform in a grid of plain elements, which table elements do not allow */
import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { memo } from 'react'

import type { Format } from '../../lib/format.ts'
import { TenantCell } from './tenant-cell.tsx'
import type { TenantColumn } from './tenant-columns.ts'

const useStyles = makeStyles({
  row: {
    position: 'absolute',
    // A row's insides never move anything outside it: the browser lays out new rows alone.
    contain: 'content',
    top: 0,
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
    ':last-child': {
      borderBottomColor: 'transparent',
      borderBottomLeftRadius: tokens.borderRadiusLarge,
      borderBottomRightRadius: tokens.borderRadiusLarge,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
})

interface TenantRowProps {
  tenant: TenantListItem
  index: number
  start: number
  size: number
  columns: readonly TenantColumn[]
  tracks: string
  isTabStop: boolean
  format: Format
  now: Date
  onOpen: (tenant: TenantListItem) => void
  onShowDetails: (tenant: TenantListItem) => void
}

/** One tenant. Its controls are in the tab order only while the row is. */
export const TenantRow = memo(function TenantRow(props: TenantRowProps) {
  const { tenant, index, start, size, columns, tracks, isTabStop, onOpen, ...rest } = props
  const styles = useStyles()
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-tenant={tenant.id}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.row}
      style={{
        gridTemplateColumns: tracks,
        height: size,
        transform: `translateY(${start}px)`,
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(tenant)
      }}
    >
      {columns.map((column) => (
        <TenantCell
          key={column.id}
          tenant={tenant}
          column={column}
          columns={columns}
          tabIndex={isTabStop ? 0 : -1}
          onOpen={onOpen}
          {...rest}
        />
      ))}
    </div>
  )
})
