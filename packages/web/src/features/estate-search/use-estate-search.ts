import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SEARCH } from '@tenantscope/contract/limits'
import { searchEstate } from '@tenantscope/contract/search'

import { call } from '../../lib/api.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { groupsOf } from './search-groups.ts'
import type { FoundGroup } from './search-groups.ts'

/** Long enough to write the next letter, too short to be felt. */
const TYPING_MS = 150

export type SearchState =
  | { kind: 'empty' }
  | { kind: 'tooShort' }
  | { kind: 'searching' }
  | { kind: 'failed'; error: unknown; retry: () => void }
  /** `isOld`: what was found for earlier words, until the answer for the present ones comes. */
  | { kind: 'found'; groups: readonly FoundGroup[]; words: string; isOld: boolean }

/** What the reader's estate holds of the words, a moment after they were typed. */
export function useEstateSearch(text: string): SearchState {
  const words = text.trim()
  const asked = useSettled(words, TYPING_MS)
  const result = useQuery({
    queryKey: ['estate-search', asked],
    queryFn: async ({ signal }) => ({
      words: asked,
      groups: groupsOf(await call(searchEstate, { query: { q: asked } }, { signal })),
    }),
    enabled: asked.length >= SEARCH.minLength,
    placeholderData: keepPreviousData,
    // Asked anew each time: what was hidden or withdrawn meanwhile must not come back from memory.
    staleTime: 0,
    gcTime: 0,
  })
  if (words === '') return { kind: 'empty' }
  if (words.length < SEARCH.minLength) return { kind: 'tooShort' }
  if (result.isError && asked === words)
    return { kind: 'failed', error: result.error, retry: () => void result.refetch() }
  if (result.data === undefined) return { kind: 'searching' }
  return { kind: 'found', ...result.data, isOld: result.data.words !== words }
}
