import type { Judgement } from '@tenantscope/analysis/checks/define-check'

import { storedJson, storedText } from '../../../lib/stored-text.ts'
import { keptEvidence } from '../kept-evidence.rules.ts'
import type { StoredJudgement } from './judging-protocol.ts'

/** Returns a judgement with the evidence that is stored of it. */
export function storedJudgement(
  checkId: string,
  { verdict, reason, counts, objects }: Judgement,
): StoredJudgement {
  const kept = keptEvidence(objects)
  return {
    checkId,
    verdict,
    reason: storedText(reason),
    counts: storedJson(counts),
    objects: storedJson(kept.objects),
    more: kept.more,
  }
}
