import { useQueryClient } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import { setUserAccess } from '@tenantscope/contract/tenant-groups'
import { MailAddress, setUserEmail, setUserRole } from '@tenantscope/contract/users'

import { call } from '../../../lib/api.ts'
import type { Read } from '../../../lib/body-problems.ts'
import { currentUserQuery, useCurrentUser } from '../../../lib/current-user.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { changeOf, draftOf, hasChange, NO_CHANGE } from './user-draft.ts'
import type { Touched, UserChange, UserDetails } from './user-draft.ts'
import { rereadUsers, userQuery } from './users.queries.ts'

const UNTOUCHED: Touched = {}

/** The form of a user, which holds the touched fields only. Undefined details: nothing can be saved yet. */
export function useManageUserForm(userId: UserId, details: UserDetails | undefined) {
  const save = useSaveUser(userId)
  const changeBy = (touched: Touched) =>
    details ? changeOf(details, { ...draftOf(details), ...touched }) : NO_CHANGE
  const isUnchanged = (touched: Touched) => !hasChange(changeBy(touched))
  const form = useSavedForm({
    initial: UNTOUCHED,
    isSame: isUnchanged,
    isOff: isUnchanged,
    read: (touched) => readChange(changeBy(touched)),
    save,
    onSaved: () => form.start(UNTOUCHED),
  })
  return form
}

export type ManageUserForm = ReturnType<typeof useManageUserForm>

function readChange(change: UserChange): Read<UserChange> {
  const email = change.email?.email ?? null
  const message =
    email === null ? undefined : MailAddress.safeParse(email).error?.issues[0]?.message
  return message === undefined ? { input: change } : { problems: { email: message } }
}

/** Returns a function that saves the changed parts of a user and reads the users again. */
function useSaveUser(userId: UserId) {
  const client = useQueryClient()
  const isSelf = useCurrentUser().id === userId
  return async (change: UserChange) => {
    try {
      const saved = await sendChange(userId, change)
      // The dialog shows the saved values even if the reread fails.
      client.setQueryData(
        userQuery(userId).queryKey,
        (details) => details && { ...details, ...saved },
      )
    } catch (error) {
      failureToast('Update Failed')(error)
      // Some parts may be stored.
      await rereadUsers(client)
      throw error
    }
    if (isSelf) await client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    await rereadUsers(client)
    showToast({ intent: 'success', title: 'User updated' })
  }
}

async function sendChange(userId: UserId, { email, role, access }: UserChange) {
  const params = { userId }
  return {
    ...(role && { user: await runFresh(() => call(setUserRole, { params, body: role })) }),
    ...(email && { user: await runFresh(() => call(setUserEmail, { params, body: email })) }),
    ...(access && { grant: await runFresh(() => call(setUserAccess, { params, body: access })) }),
  }
}
