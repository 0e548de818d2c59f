import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import { setUserAccess } from '@tenantscope/contract/tenant-groups'
import {
  createLocalAdministrator,
  resetSecondFactor,
  resetUserPassword,
  setUserEmail,
  setUserRole,
  syncUser,
  toggleUserStatus,
} from '@tenantscope/contract/users'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { bodyProblemsOf } from '../../lib/body-problems.ts'
import { currentUserQuery } from '../../lib/current-user.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { showToast } from '../../lib/toasts.ts'
import type { UserChange } from './user-draft.ts'
import { rereadUsers, userQuery } from './users.queries.ts'

interface SaveUser {
  userId: UserId
  isSelf: boolean
  runFresh: RunFresh
}

/** Stores what was changed of a person: the role, the address, the tenants, as far as each was. */
export function useSaveUser({ userId, isSelf, runFresh }: SaveUser) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ email, role, access }: UserChange) => {
      const params = { userId }
      return {
        ...(role && { user: await runFresh(() => call(setUserRole, { params, body: role })) }),
        ...(email && { user: await call(setUserEmail, { params, body: email }) }),
        ...(access && { grant: await call(setUserAccess, { params, body: access }) }),
      }
    },
    onSuccess: async (saved) => {
      // Also where they cannot be read again, what is saved is shown.
      client.setQueryData(
        userQuery(userId).queryKey,
        (details) => details && { ...details, ...saved },
      )
      if (isSelf) await client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      await rereadUsers(client)
      showToast({ intent: 'success', title: 'User Updated' })
    },
    onError: (error) => {
      tellUpdateFailed(error)
      // Some of it may be stored and the rest not.
      return rereadUsers(client)
    },
  })
}

/** Gives a local person a password to begin with. */
export function useSetPassword(
  userId: UserId,
  { runFresh, onDone }: { runFresh: RunFresh; onDone: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) =>
      runFresh(() => call(resetUserPassword, { params: { userId }, body: { password } })),
    onSuccess: ({ message }) => {
      showToast({ intent: 'success', title: 'Password Set', text: message })
      onDone()
    },
    onError: (error) => {
      // A refused password is said at its field.
      if (bodyProblemsOf(error)['password'] === undefined)
        showToast({ intent: 'error', title: 'Reset Failed', text: userMessageOf(error) })
    },
    onSettled: () => rereadUsers(client),
  })
}

/** Disables an account, or enables it again. */
export function useToggleStatus(
  userId: UserId,
  { runFresh, onDone }: { runFresh: RunFresh; onDone: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { disabled: boolean; keepShares?: boolean }) =>
      runFresh(() => call(toggleUserStatus, { params: { userId }, body })),
    onSuccess: async ({ message }, { disabled }) => {
      // Once the button says it too.
      await rereadUsers(client)
      onDone()
      showToast({
        intent: 'success',
        title: disabled ? 'Account Disabled' : 'Account Enabled',
        text: message,
      })
    },
    onError: async (error) => {
      tellUpdateFailed(error)
      await rereadUsers(client)
      onDone()
    },
  })
}

/** Reads the person at Microsoft now. */
export function useSyncUser(userId: UserId, runFresh: RunFresh) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => runFresh(() => call(syncUser, { params: { userId } })),
    onSettled: () => rereadUsers(client),
  })
}

/** Takes a lost second factor away. */
export function useResetSecondFactor(
  userId: UserId,
  { runFresh, onDone }: { runFresh: RunFresh; onDone: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => runFresh(() => call(resetSecondFactor, { params: { userId } })),
    onSuccess: async ({ message }) => {
      // Once the button is gone.
      await rereadUsers(client)
      onDone()
      showToast({ intent: 'success', title: 'Second Factor Reset', text: message })
    },
    onError: async (error) => {
      showToast({ intent: 'error', title: 'Reset Failed', text: userMessageOf(error) })
      await rereadUsers(client)
      onDone()
    },
  })
}

interface NewAdministrator {
  username: string
  displayName: string | null
  email: string | null
  password: string
}

/** Makes a local administrator. */
export function useCreateAdministrator(runFresh: RunFresh, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAdministrator) =>
      runFresh(() => call(createLocalAdministrator, { body })),
    onSuccess: async ({ username }) => {
      await rereadUsers(client)
      showToast({
        intent: 'success',
        title: 'Administrator Added',
        text: `${username} can sign in now and chooses a password of their own first.`,
      })
      onDone()
    },
  })
}

function tellUpdateFailed(error: unknown): void {
  showToast({ intent: 'error', title: 'Update Failed', text: userMessageOf(error) })
}
