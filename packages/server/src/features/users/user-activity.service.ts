import type { CallReply } from '@tenantscope/contract/endpoint'
import type { UserId } from '@tenantscope/contract/ids'
import { USERS } from '@tenantscope/contract/limits'
import type { listUserActivity } from '@tenantscope/contract/users'

import { AppError } from '../../lib/app-error.ts'
import type { UserActivityRepo } from './user-activity.repo.ts'
import {
  activityCursorOf,
  activityCursorText,
  changeActivity,
  FROM_NEWEST,
  mergeNewest,
  signInActivity,
} from './user-activity.rules.ts'
import type { ActivityPlace } from './user-activity.rules.ts'
import { userNotFound } from './user-changes.ts'

export type UserActivityService = ReturnType<typeof createUserActivityService>

/** What somebody did and what was done to them (specification section 3, user activity record). */
export function createUserActivityService(deps: {
  repo: UserActivityRepo
  exists: (userId: UserId) => Promise<boolean>
}) {
  const { repo, exists } = deps
  return {
    async list(
      userId: UserId,
      cursor: string | undefined,
    ): Promise<CallReply<typeof listUserActivity>> {
      const after = cursor === undefined ? FROM_NEWEST : knownCursor(cursor)
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
        nextCursor: merged.length > shown.length ? activityCursorText(place) : null,
      }
    },
  }
}

function knownCursor(text: string): ActivityPlace {
  const place = activityCursorOf(text)
  if (place !== undefined) return place
  const message = 'Is not the cursor of a page'
  throw new AppError('BAD_REQUEST', `cursor ${message.toLowerCase()}`, {
    fields: [{ field: 'query.cursor', message }],
  })
}
