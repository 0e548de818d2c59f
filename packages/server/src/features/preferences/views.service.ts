import type { UserId } from '@tenantscope/contract/ids'
import { ViewPreferences } from '@tenantscope/contract/views'
import type { ViewType } from '@tenantscope/contract/views'

import type { Clock } from '../../lib/clock.ts'
import type { ViewsRepo } from './views.repo.ts'

export type ViewsService = ReturnType<typeof createViewsService>

/** How a person left a list, to find it so again. */
export function createViewsService({ repo, clock }: { repo: ViewsRepo; clock: Clock }) {
  return {
    /** Null where none was saved, and where another version of the product saved one of another form. */
    async load(userId: UserId, viewType: ViewType): Promise<ViewPreferences | null> {
      const stored = await repo.find(userId, viewType)
      return stored === undefined ? null : viewOf(stored)
    },

    async save(
      userId: UserId,
      viewType: ViewType,
      preferences: ViewPreferences,
    ): Promise<ViewPreferences> {
      await repo.save({ userId, viewType }, JSON.stringify(preferences), clock.now())
      return preferences
    },
  }
}

function viewOf(stored: string): ViewPreferences | null {
  try {
    return ViewPreferences.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}
