import { useMutation, useQueryClient } from '@tanstack/react-query'
import { savePreferences } from '@tenantscope/contract/account'
import type { Preferences } from '@tenantscope/contract/account'

import { call } from '../../lib/api.ts'
import { preferencesQuery } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'

/** Saves the whole object; the screen follows at once and goes back when the server refuses. */
export function useSavePreferences() {
  const client = useQueryClient()
  const { queryKey } = preferencesQuery
  return useMutation({
    mutationFn: (preferences: Preferences) => call(savePreferences, { body: preferences }),
    // One after another, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, preferences)
      return { before }
    },
    onError: (_error, _preferences, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before)
      showToast({
        intent: 'error',
        title: 'Update failed',
        text: 'Failed to update preferences. Please try again.',
      })
    },
    onSuccess: () => showToast({ intent: 'success', title: 'Preferences updated' }),
  })
}
