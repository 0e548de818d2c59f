import type { QueryClient } from '@tanstack/react-query'

import {
  forgetAndReread,
  REPORT_SNAPSHOTS,
  TENANT_PERMISSIONS,
  WITH_LICENSES,
} from './tenant-data.ts'

/** Of a tenant whose data were erased no screen may show what it kept. */
export function rereadTenants(client: QueryClient): Promise<void> {
  return forgetAndReread(client, [
    ...WITH_LICENSES,
    TENANT_PERMISSIONS,
    'tenant-permission-check',
    REPORT_SNAPSHOTS,
    'report-comparison',
  ])
}
