import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { PartFailureCode } from './parts.ts'

/** One place that was asked for licenses, and what came of it. */
export const TestedEndpoint = z.object({
  /** For example 'GET /subscribedSkus'. */
  endpoint: z.string(),
  /** What it tells, for people. */
  description: z.string(),
  outcome: z.enum(['answered', 'refused', 'failed', 'timedOut']),
  /** How many rows it gave; null without an answer. */
  found: z.number().int().nullable(),
  /** Why there is no answer, else null. */
  code: PartFailureCode.nullable(),
  message: z.string().nullable(),
  durationMs: z.number().int(),
})
export type TestedEndpoint = z.infer<typeof TestedEndpoint>

const DecodedLicense = z.object({
  skuId: z.string(),
  skuPartNumber: z.string(),
  productName: z.string(),
  /** Where it was seen, for people, for example 'People (12 holders)'. */
  foundIn: z.string(),
  /** Null where the people could not be read. */
  holders: z.number().int().nullable(),
})

/** Licenses of a tenant as all sources together show them (specification section 3, CSP decode result). */
export const CspDecodeResult = z.object({
  decodedAt: z.iso.datetime(),
  endpointsTested: z.array(TestedEndpoint),
  /** Held by people or sold by a subscription, but absent from subscribedSkus. */
  additionalLicenses: z.array(DecodedLicense),
  /** In subscribedSkus with usable seats, but held by nobody. */
  unheldLicenses: z.array(DecodedLicense.extend({ enabledUnits: z.number().int() })),
  businessPremiumVariants: z.array(
    z.object({
      skuId: z.string(),
      productName: z.string(),
      skuPartNumber: z.string(),
      foundIn: z.string(),
      /** Usable seats and those in use; null where no source that answered tells. */
      prepaidUnits: z.object({ enabled: z.number().int().nullable() }),
      consumedUnits: z.number().int().nullable(),
    }),
  ),
  recommendations: z.array(z.object({ message: z.string(), suggestion: z.string() })),
})
export type CspDecodeResult = z.infer<typeof CspDecodeResult>

export const decodeCspLicenses = endpoint({
  name: 'decodeCspLicenses',
  summary:
    'Ask Microsoft for the licenses of a tenant in every way there is and compare the answers',
  method: 'POST',
  path: '/api/tenants/:tenantId/csp-decode',
  access: 'technician',
  tenantScoped: true,
  opensTenant: true,
  params: z.object({ tenantId: TenantId }),
  reply: CspDecodeResult,
})
