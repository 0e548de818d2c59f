import type { GenerationOfTenant } from '../../db/generation-rows.ts'

/** Another reading of the tenant has begun since; what this one wrote is taken away. */
export class GenerationLost extends Error {
  override readonly name = 'GenerationLost'

  constructor({ tenantId, generationId }: GenerationOfTenant) {
    super(`Generation ${generationId} of tenant ${tenantId} is no longer the one being written`)
  }
}
