import { z } from 'zod'

import { description, guidOrNull, id, list, text } from '../engine/fields.ts'

/** Settings that a directory changed: an absent set has Microsoft's defaults. */
export const GroupSetting = z.object({
  id,
  /** Password Rule Settings, Group.Unified, … */
  displayName: text,
  templateId: guidOrNull,
  /** Every value is text: `True`, `10`, words with tabs between. */
  values: list(z.object({ name: id, value: description })),
})
export type GroupSetting = z.infer<typeof GroupSetting>

export const GROUP_SETTINGS_PATH = '/groupSettings'
