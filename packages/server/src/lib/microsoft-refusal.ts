import { refusalAdviceOf, unknownRefusalText } from '@tenantscope/analysis/microsoft-refusal'
import type { GraphFailure } from '@tenantscope/graph-client/failures'

type Refused = Pick<GraphFailure, 'microsoftCode' | 'requestId'> & { words?: string | null }

/**
 * Returns cause and step of a refused token request: from the table of codes, else Microsoft's words with code and
 * request ID. Null when Microsoft's sign-in service did not refuse it.
 */
export function microsoftRefusalTextOf(
  { microsoftCode, requestId, words = null }: Refused,
  { isOwn }: { isOwn: boolean },
): string | null {
  const advice = refusalAdviceOf(microsoftCode, { place: 'token', isOwn })
  if (advice !== null) return `${advice.cause} ${advice.step}`
  if (microsoftCode?.startsWith('AADSTS') !== true) return null
  return unknownRefusalText({ microsoftCode, requestId, words })
}
