import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  findDirectoryGroups,
  findDirectoryPeople,
  importUsers,
  previewImport,
} from '@tenantscope/contract/users'
import type { ImportChoice, ImportPreview } from '@tenantscope/contract/users'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { showToast } from '../../lib/toasts.ts'
import { rereadUsers } from './users.queries.ts'

/** What is asked at Microsoft is asked anew each time the dialog opens. */
const LIVE = { staleTime: 60_000, gcTime: 0 } as const

/** Each answer comes from Microsoft: asked once somebody has stopped typing. */
export const TYPING_MS = 400

/** People of the own directory, asked at Microsoft. */
export function directoryPeopleQuery(q: string) {
  return queryOptions({
    queryKey: ['directory-people', q],
    queryFn: ({ signal }) => call(findDirectoryPeople, { query: { q } }, { signal }),
    ...LIVE,
  })
}

/** Groups of the own directory, asked at Microsoft. */
export function directoryGroupsQuery(q: string) {
  return queryOptions({
    queryKey: ['directory-groups', q],
    queryFn: ({ signal }) => call(findDirectoryGroups, { query: { q } }, { signal }),
    ...LIVE,
  })
}

/** What an import would make of the people chosen; it writes nothing. */
export function importPreviewQuery(choice: ImportChoice) {
  return queryOptions({
    queryKey: ['import-preview', choice],
    queryFn: ({ signal }) => call(previewImport, { body: choice }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Gives the people an account. */
export function useImportUsers(runFresh: RunFresh, onImported: (result: ImportResult) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (people: readonly ImportPreview[]) =>
      runFresh(() =>
        call(importUsers, {
          body: {
            users: people.map(({ microsoftId, tenantId }) => ({ microsoftId, tenantId })),
          },
        }),
      ),
    onSuccess: onImported,
    onError: (error) =>
      showToast({ intent: 'error', title: 'Import Failed', text: userMessageOf(error) }),
    // Also after a failure: some may have an account by now.
    onSettled: () => rereadUsers(client),
  })
}

export interface ImportResult {
  totalImported: number
  leftOut: readonly { microsoftId: string; reason: string }[]
}
