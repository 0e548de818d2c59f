import { createHash } from 'node:crypto'

import type { Judgement } from '@tenantscope/analysis/checks/define-check'

import { storedJson, storedText } from '../../../lib/stored-text.ts'
import type { StoredJudgement } from './judging-protocol.ts'

/** Objects that are stored as evidence of a verdict. */
const STORED_OBJECTS = 1_000

/** Returns a judgement with the evidence that is stored of it. */
export function storedJudgement(
  checkId: string,
  { verdict, reason, counts, objects }: Judgement,
): StoredJudgement {
  const kept = objects.slice(0, STORED_OBJECTS).map(({ kind, id, name }) => ({ kind, id, name }))
  return {
    checkId,
    verdict,
    reason: storedText(reason),
    counts: storedJson(counts),
    objects: storedJson(kept),
    more: objects.length - kept.length,
  }
}

/** Returns a text that is equal for judgements with the same verdicts and evidence. */
export function digestOf(judgements: readonly StoredJudgement[]): string {
  const hash = createHash('sha1')
  for (const { checkId, verdict, reason, counts, objects, more } of judgements)
    hash.update(JSON.stringify([checkId, verdict, reason, counts, objects, more]))
  return hash.digest('base64')
}
