import { SHARES } from '@tenantscope/contract/limits'

import { SealError } from '../../lib/seal.ts'
import type { Sealer } from '../../lib/seal.ts'

export type VisitorPasses = ReturnType<typeof createVisitorPasses>

/**
 * Lets a visitor reopen a link for a while without counting again. A pass is sealed for its link and
 * contains only its expiry; the link may end before.
 */
export function createVisitorPasses({ sealer }: { sealer: Sealer }) {
  return {
    issue: (tokenHash: string, at: Date): string =>
      sealer.seal(String(at.getTime() + SHARES.passMinutes * 60_000), purposeOf(tokenHash)),

    isValid(pass: string | null, tokenHash: string, at: Date): boolean {
      if (pass === null) return false
      try {
        return at.getTime() < Number(sealer.open(pass, purposeOf(tokenHash)))
      } catch (error) {
        if (error instanceof SealError) return false
        throw error
      }
    },
  }
}

const purposeOf = (tokenHash: string): string => `shared_reports.visitor_pass.${tokenHash}`
