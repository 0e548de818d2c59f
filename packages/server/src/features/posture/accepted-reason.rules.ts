import { AcceptedReason } from '@tenantscope/contract/posture'

import { badField } from '../../lib/app-error.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'

/** Returns a reason as it is stored: one line, still long enough without invisible characters. */
export function acceptedReason(field: string, given: string): string {
  const parsed = AcceptedReason.safeParse(visibleText(oneLine(given)) ?? '')
  if (!parsed.success) throw badField(field, parsed.error.issues[0]?.message ?? 'Enter a reason')
  return parsed.data
}
