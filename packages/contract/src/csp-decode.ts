import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { PartFailureCode } from './parts.ts'

/** One endpoint that was read for licenses, with the outcome. */
export const TestedEndpoint = z.object({
  /** For example 'GET /subscribedSkus'. */
  endpoint: z.string(),
  /** What it returns, for display. */
  description: z.string(),
  outcome: z.enum(['answered', 'refused', 'failed', 'timedOut']),
  /** The number of rows returned; null without an answer. */
  found: z.number().int().nullable(),
  /** Why there is no answer, or null. */
  code: PartFailureCode.nullable(),
  message: z.string().nullable(),
  durationMs: z.number().int(),
})
export type TestedEndpoint = z.infer<typeof TestedEndpoint>

const DecodedLicense = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  productName: z.string(),
  /** The sources that contain it, for display, for example 'Users (12 holders)'. */
  foundIn: z.string(),
  /** Null when users could not be read. */
  holders: z.number().int().nullable(),
})

/** Licenses of a tenant from all sources (specification section 3, CSP decode result). */
export const CspDecodeResult = z.object({
  decodedAt: z.iso.datetime(),
  endpointsTested: z.array(TestedEndpoint),
  /** Held by users or contained in a subscription, but absent from subscribedSkus. */
  additionalLicenses: z.array(DecodedLicense),
  /** In subscribedSkus with usable seats, but without a holder. */
  unheldLicenses: z.array(DecodedLicense.extend({ enabledUnits: z.number().int() })),
  businessPremiumVariants: z.array(
    z.object({
      skuId: z.string(),
      productName: z.string(),
      skuPartNumber: z.string(),
      foundIn: z.string(),
      /** Usable and assigned seats; null when no source returned them. */
      prepaidUnits: z.object({ enabled: z.number().int().nullable() }),
      consumedUnits: z.number().int().nullable(),
    }),
  ),
  /** False: a source that this list depends on could not be read, so the list may be incomplete. */
  isComplete: z.object({
    additionalLicenses: z.boolean(),
    unheldLicenses: z.boolean(),
    businessPremiumVariants: z.boolean(),
  }),
  recommendations: z.array(z.object({ message: z.string(), suggestion: z.string() })),
})
export type CspDecodeResult = z.infer<typeof CspDecodeResult>

export const decodeCspLicenses = endpoint({
  name: 'decodeCspLicenses',
  summary: 'Read the licenses of a tenant from every Microsoft endpoint and compare the results',
  method: 'POST',
  path: '/api/tenants/:tenantId/csp-decode',
  access: 'technician',
  tenantScoped: true,
  opensTenant: true,
  params: z.object({ tenantId: TenantId }),
  reply: CspDecodeResult,
})
