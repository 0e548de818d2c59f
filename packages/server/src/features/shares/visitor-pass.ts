import { SHARES } from '@tenantscope/contract/limits'

import { SealError } from '../../lib/seal.ts'
import type { Sealer } from '../../lib/seal.ts'

/** Whoever opened a link may look again for a while without being counted again. */
export interface VisitorPasses {
  issue(tokenHash: string, at: Date): string
  isValid(pass: string | null, tokenHash: string, at: Date): boolean
}

/** A pass is sealed for its link, says until when, and nothing else; the link may still end before. */
export function createVisitorPasses({ sealer }: { sealer: Sealer }): VisitorPasses {
  return {
    issue: (tokenHash, at) =>
      sealer.seal(String(at.getTime() + SHARES.passMinutes * 60_000), purposeOf(tokenHash)),

    isValid(pass, tokenHash, at) {
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
