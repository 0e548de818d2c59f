import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isLongEnough, searchEstate } from '@tenantscope/contract/search'

import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { groupsOf } from './found-items.ts'
import type { FoundGroup } from './found-items.ts'

/** Long enough to write the next letter, too short to be felt. */
const TYPING_MS = 150

export type SearchState =
  | { kind: 'empty' }
  | { kind: 'tooShort' }
  | { kind: 'searching' }
  | { kind: 'failed'; error: unknown; retry: () => void }
  /** `isOld`: what was found for earlier words, until the answer for the present ones comes. */
  | { kind: 'found'; groups: readonly FoundGroup[]; words: string; isOld: boolean }

/** Returns the search results for the words, a moment after they were typed. */
export function useEstateSearch(text: string): SearchState {
  const words = text.trim()
  const asked = useSettled(words, TYPING_MS)
  const format = useFormat()
  const result = useQuery({
    queryKey: ['estate-search', asked],
    queryFn: async ({ signal }) => {
      const found = await call(searchEstate, { query: { q: asked } }, { signal })
      return { words: asked, groups: groupsOf(found, asked, format) }
    },
    enabled: isLongEnough(asked),
    placeholderData: keepPreviousData,
    // Never cached: hidden or withdrawn data must not appear again.
    staleTime: 0,
    gcTime: 0,
  })
  if (words === '') return { kind: 'empty' }
  if (!isLongEnough(words)) return { kind: 'tooShort' }
  if (result.isError && asked === words)
    return { kind: 'failed', error: result.error, retry: () => void result.refetch() }
  if (result.data === undefined) return { kind: 'searching' }
  return { kind: 'found', ...result.data, isOld: result.data.words !== words }
}
