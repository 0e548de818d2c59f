import type { UserId } from '@tenantscope/contract/ids'
import { USERS } from '@tenantscope/contract/limits'

import type { Db } from '../../db/tables.ts'
import { knownPlace, pageCursor } from '../../lib/page-cursor.ts'
import { createUserActivityRepo } from './user-activity.repo.ts'
import {
  ActivityPlace,
  changeActivity,
  FROM_NEWEST,
  mergeNewest,
  signInActivity,
} from './user-activity.rules.ts'
import { userNotFound } from './user-changes.ts'

export type UserActivityService = ReturnType<typeof createUserActivityService>

/** Returns actions by and on a user (specification section 3, user activity record). */
export function createUserActivityService(deps: {
  db: Db
  exists: (userId: UserId) => Promise<boolean>
}) {
  const { exists } = deps
  const repo = createUserActivityRepo(deps.db)
  return {
    async list(userId: UserId, cursor: string | undefined) {
      const after = cursor === undefined ? FROM_NEWEST : knownPlace(ActivityPlace, cursor)
      if (!(await exists(userId))) throw userNotFound()
      const most = USERS.activityPerPage + 1
      const [signIns, changes] = await Promise.all([
        repo.signIns(userId, after, most),
        repo.changes(userId, after, most),
      ])
      const merged = mergeNewest({ signIns, changes }, most)
      const shown = merged.slice(0, USERS.activityPerPage)
      const place = shown.reduce<ActivityPlace>(
        (reached, entry) =>
          'signIn' in entry
            ? { ...reached, signIns: entry.signIn.id }
            : { ...reached, changes: entry.change.id },
        after,
      )
      return {
        activityLog: shown.map((entry) =>
          'signIn' in entry ? signInActivity(entry.signIn) : changeActivity(entry.change, userId),
        ),
        nextCursor: merged.length > shown.length ? pageCursor(place) : null,
      }
    },
  }
}
