import type { SearchKind } from '@tenantscope/contract/search'

import { KIND_NAMES } from '../../features/estate-search/found-items.ts'
import type { FoundItem } from '../../features/estate-search/found-items.ts'
import { MarkedText } from '../../features/estate-search/marked-text.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'

interface ResultTableProps {
  kind: SearchKind
  items: readonly FoundItem[]
  /** The search text; its words are marked. */
  q: string
}

/** The results of one kind, best first. */
export function ResultTable({ kind, items, q }: ResultTableProps) {
  return (
    <DataTable
      caption={`${KIND_NAMES[kind]} that contain the search term, best match first`}
      columns={columnsOf(kind, q)}
      rows={items}
      rowId={({ key }) => key}
    />
  )
}

/** The headings of the name, the detail and the state; null: the kind has none. */
const HEADERS: Readonly<Record<SearchKind, readonly [string, string, string | null]>> = {
  tenants: ['Tenant', 'Domain', 'License problems'],
  people: ['Person', 'User name', null],
  licenses: ['License', 'Part number', 'Seats'],
  policies: ['Policy', 'State', null],
  checks: ['Check', 'Check ID', 'Severity and area'],
}

function columnsOf(kind: SearchKind, q: string): readonly TableColumn<FoundItem>[] {
  const [name, detail, state] = HEADERS[kind]
  const columns: TableColumn<FoundItem>[] = [
    {
      header: name,
      isRowHeader: true,
      render: ({ title, link, state: mark }) => (
        <Stack gap={2} align="start">
          <AppLink {...link}>
            <MarkedText text={title} words={q} />
          </AppLink>
          {kind === 'people' && mark !== undefined && <StatusLabel tone="bad">{mark}</StatusLabel>}
        </Stack>
      ),
    },
    {
      header: detail,
      render: (item) => (item.detail === null ? null : <MarkedText text={item.detail} words={q} />),
    },
  ]
  if (kind !== 'tenants' && kind !== 'checks')
    columns.push({
      header: 'Tenant',
      render: ({ tenant }) =>
        tenant && (
          <TenantLink tenantId={tenant.id} wrap>
            {tenant.name}
          </TenantLink>
        ),
    })
  if (state !== null) columns.push({ header: state, render: (item) => item.state ?? null })
  return columns.map((column) => ({ ...column, width: 100 / columns.length }))
}
