import { useMutation } from '@tanstack/react-query'
import type { CspDecodeResult } from '@tenantscope/contract/csp-decode'
import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import type { TenantId } from '@tenantscope/contract/ids'

import { call } from '../../lib/api.ts'

/** One decoding of a tenant's licenses: nothing yet, under way, or how it ended. */
export interface CspDecoder {
  state: 'idle' | 'running' | 'done' | 'failed'
  result: CspDecodeResult | undefined
  error: unknown
  start: () => void
  /** Puts the result away. */
  close: () => void
}

/** Decodes on request; the result stays while the page is open. */
export function useCspDecoder(tenantId: TenantId): CspDecoder {
  const decode = useMutation({
    mutationFn: () => call(decodeCspLicenses, { params: { tenantId } }),
  })
  return {
    state: STATES[decode.status],
    result: decode.data,
    error: decode.error,
    start: () => {
      if (!decode.isPending) decode.mutate()
    },
    close: decode.reset,
  }
}

const STATES = { idle: 'idle', pending: 'running', success: 'done', error: 'failed' } as const
