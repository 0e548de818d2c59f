import { expect, test } from 'vitest'

import { createQueryClient } from './query-client.ts'
import {
  REPORT_SNAPSHOTS,
  rereadTenants,
  TENANT_DETAILS,
  TENANT_PERMISSIONS,
  TENANT_USERS,
} from './tenant-data.ts'

test('of a tenant whose data were erased no screen shows what it kept', async () => {
  const client = createQueryClient()
  const kept = [TENANT_DETAILS, TENANT_USERS, TENANT_PERMISSIONS, REPORT_SNAPSHOTS]
  for (const key of kept) client.setQueryData([key, 'contoso'], 'old')
  client.setQueryData(['preferences'], 'mine')
  await rereadTenants(client)
  for (const key of kept) expect(client.getQueryData([key, 'contoso'])).toBeUndefined()
  expect(client.getQueryData(['preferences'])).toBe('mine')
})
