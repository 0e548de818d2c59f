import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { EstateSearch } from './licenses-search.ts'

/** The view is in the address: a choice adds an entry to the history, typing replaces the last one. */
export function useLicensesView() {
  const search: unknown = useSearch({ strict: false })
  const view = useMemo(() => EstateSearch.parse(search), [search])
  const navigate = useNavigate()
  const [text, type] = useTypedSearch(
    view.q ?? '',
    (words) =>
      void navigate({
        to: '/licenses',
        search: (current: unknown) => ({ ...EstateSearch.parse(current), q: words || undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  return {
    view,
    /** The search text as typed. */
    text,
    type,
    choose: (next: EstateSearch) =>
      void navigate({ to: '/licenses', search: next, resetScroll: false }),
  }
}
