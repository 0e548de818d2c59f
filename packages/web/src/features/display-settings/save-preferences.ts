import { useMutation, useQueryClient } from '@tanstack/react-query'
import { savePreferences } from '@tenantscope/contract/account'
import type { Preferences } from '@tenantscope/contract/account'
import { useRef } from 'react'

import { call } from '../../lib/api.ts'
import { preferencesQuery } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'

export type SavePreferences = (change: Partial<Preferences>) => void

const SAVING = ['save-preferences']

/**
 * Saves a change at once; the screen follows before the server does and goes back when it refuses.
 * Changes are sent one after another, each upon what the server has accepted: a refused one takes no
 * other with it.
 */
export function useSavePreferences(): SavePreferences {
  const client = useQueryClient()
  const accepted = useRef<Preferences>(undefined)
  const { queryKey } = preferencesQuery
  const { mutate } = useMutation({
    mutationKey: SAVING,
    scope: { id: 'preferences' },
    mutationFn: async (change: Partial<Preferences>) => {
      const before = accepted.current
      if (before === undefined) throw new Error('The preferences were never read')
      // What was changed is saved, also when the person goes on to another page at once.
      const body = { ...before, ...change }
      const reply = await call(savePreferences, { body }, { keepalive: true })
      accepted.current = reply.preferences
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      const shown = client.getQueryData(queryKey)
      accepted.current ??= shown
      if (shown) client.setQueryData(queryKey, { ...shown, ...change })
    },
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Update failed',
        text: 'Failed to update preferences. Please try again.',
      }),
    onSuccess: () => showToast({ intent: 'success', title: 'Preferences updated' }),
    onSettled: () => {
      // Only the last one shows what was accepted: the others' changes are still on their way.
      if (client.isMutating({ mutationKey: SAVING }) > 1) return
      if (accepted.current) client.setQueryData(queryKey, accepted.current)
      accepted.current = undefined
    },
  })
  return mutate
}
