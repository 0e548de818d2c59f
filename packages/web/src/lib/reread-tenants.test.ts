import { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { tenantCheckQuery } from '../pages/tenant/check-permissions-dialog.tsx'
import { reportComparisonQuery } from '../pages/tenant/snapshots/report-snapshots.tsx'
import { createQueryClient } from './query-client.ts'
import { rereadTenants } from './tenant-data.ts'
import {
  REPORT_SNAPSHOTS,
  TENANT_DETAILS,
  TENANT_PERMISSIONS,
  TENANT_USERS,
} from './tenant-data.ts'

const tenantId = TenantId.parse('11111111-2222-4333-8444-555555555555')
const reports = [
  ReportSnapshotId.parse('11111111-2222-4333-8444-000000000001'),
  ReportSnapshotId.parse('11111111-2222-4333-8444-000000000002'),
] as const

test('of a tenant whose data were erased no screen shows what it kept', async () => {
  const client = createQueryClient()
  const kept: (readonly unknown[])[] = [
    [TENANT_DETAILS, tenantId],
    [TENANT_USERS, tenantId],
    [TENANT_PERMISSIONS, tenantId],
    [REPORT_SNAPSHOTS, tenantId],
    reportComparisonQuery(tenantId, reports).queryKey,
    tenantCheckQuery(tenantId).queryKey,
  ]
  for (const key of kept) client.setQueryData(key, 'old')
  client.setQueryData(['preferences'], 'mine')
  await rereadTenants(client)
  for (const key of kept) expect(client.getQueryData(key)).toBeUndefined()
  expect(client.getQueryData(['preferences'])).toBe('mine')
})
