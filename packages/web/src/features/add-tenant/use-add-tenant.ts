import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { addTenant } from '@tenantscope/contract/onboarding'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { TENANT_DETAILS, TENANT_LIST, TENANT_PERMISSIONS } from '../../lib/tenant-data.ts'

export type AddedTenant = CallReply<typeof addTenant>

/** The server answers within its limit; on top of it comes the way there and back. */
const PATIENCE_MS = (LIVE_CALL_SECONDS + 2) * 1_000

/** Adds a tenant by domain or id; the tables show it before anybody is told. */
export function useAddTenant() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (domainOrId: string) =>
      call(addTenant, { body: { domainOrId } }, { signal: AbortSignal.timeout(PATIENCE_MS) }),
    onSuccess: () =>
      Promise.all(
        [TENANT_LIST, TENANT_DETAILS, TENANT_PERMISSIONS, 'setup'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}

/** Why a tenant could not be added: at the field where it is the field's fault. */
export function refusalOf(error: unknown): { atField: string | undefined; other: string | null } {
  const fields = error instanceof ApiError ? error.body?.fields : undefined
  const atField = fields?.find(({ field }) => field === 'body.domainOrId')?.message
  return { atField, other: atField === undefined ? messageOf(error) : null }
}

function messageOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? `No answer came within ${LIVE_CALL_SECONDS} seconds. Please try again.`
    : userMessageOf(error)
}
