import { z } from 'zod'

import { date, id, list, number, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** Microsoft's Secure Score of a tenant for one day. */
export const SecureScore = z.object({
  /** `{tenantId}_2026-11-19` */
  id,
  createdDateTime: date,
  currentScore: number,
  maxScore: number,
  activeUserCount: number,
  licensedUserCount: number,
  /** Of others: AllTenants, TotalSeats, IndustryTypes. */
  averageComparativeScores: list(z.object({ basis: text, averageScore: number })),
  controlScores: list(z.object({ controlName: id, controlCategory: text, score: number })),
})
export type SecureScore = z.infer<typeof SecureScore>

// The newest comes first; the older ones, three months of them, are not needed.
const PATH = '/security/secureScores?$top=1'

/**
 * The newest of `GET /security/secureScores`; null when there is none yet, or none in this cloud.
 * Needs SecurityEvents.Read.All.
 */
export async function readSecureScore(graph: TenantGraph): Promise<SecureScore | null> {
  if (graph.lacks('secureScores')) return null
  for await (const score of graph.pagesOf(SecureScore, PATH)) return score
  return null
}
