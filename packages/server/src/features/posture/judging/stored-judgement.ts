import { createHash } from 'node:crypto'

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

/** Returns a text that is equal for judgements with the same verdicts and evidence. */
export function digestOf(judgements: readonly StoredJudgement[]): string {
  const hash = createHash('sha1')
  for (const { checkId, verdict, reason, counts, objects, more } of judgements)
    hash.update(JSON.stringify([checkId, verdict, reason, counts, objects, more]))
  return hash.digest('base64')
}
