import { z } from 'zod'

import { guidOrNull, id, list, text } from './fields.ts'

/** Settings that a directory changed: a set that is absent stands at Microsoft's defaults. */
export const GroupSetting = z.object({
  id,
  /** Password Rule Settings, Group.Unified, … */
  displayName: text,
  templateId: guidOrNull,
  /** Every value is text: `True`, `10`, words with tabs between. */
  values: list(z.object({ name: id, value: text })),
})
export type GroupSetting = z.infer<typeof GroupSetting>

export const GROUP_SETTINGS_PATH = '/groupSettings'
