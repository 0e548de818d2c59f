import type { ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'

/** An entry of the trail about the installation itself. */
export const systemEntry = (
  action: string,
  by: By,
  rest: Partial<ChangeEntry> = {},
): ChangeEntry => ({
  type: 'system',
  action,
  changedBy: by.actor,
  target: null,
  oldValue: null,
  newValue: null,
  source: by.source,
  ...rest,
})
