import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'

export const recordExport = endpoint({
  name: 'recordExport',
  summary: 'Write to the audit that the caller saved a table of data as a file',
  method: 'POST',
  path: '/api/user/exports',
  access: 'signedIn',
  body: z.object({
    table: z.enum(['tenants', 'tenant-users', 'license-matrix', 'licenses', 'audit']),
    rows: z.number().int().min(0).max(10_000_000),
    /** Counts only when the caller may see it. */
    tenantId: TenantId.optional(),
  }),
  reply: z.object({ isRecorded: z.boolean() }),
})
