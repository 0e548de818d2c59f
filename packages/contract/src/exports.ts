import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'

export const recordExport = endpoint({
  name: 'recordExport',
  summary: 'Record in the audit that the caller saved a table as a file',
  method: 'POST',
  path: '/api/user/exports',
  access: 'signedIn',
  budget: 'exports',
  body: z.object({
    table: z.enum([
      'tenants',
      'tenant-users',
      'license-matrix',
      'licenses',
      'renewals',
      'license-use',
      'license-proposal',
      'billing-months',
      'audit',
      'posture',
      'tenant-checks',
      'mfa-coverage',
    ]),
    rows: z.number().int().min(0).max(10_000_000),
    /** Ignored unless the caller may see this tenant. */
    tenantId: TenantId.optional(),
  }),
  reply: z.object({ isRecorded: z.boolean() }),
})
