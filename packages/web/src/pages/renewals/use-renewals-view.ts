import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { RenewalsSearch } from './renewals-search.ts'

/** The view is in the address: a choice adds an entry to the history. */
export function useRenewalsView() {
  const search: unknown = useSearch({ strict: false })
  const view = useMemo(() => RenewalsSearch.parse(search), [search])
  const navigate = useNavigate()
  return {
    view,
    choose: (next: RenewalsSearch) =>
      void navigate({ to: '/renewals', search: next, resetScroll: false }),
  }
}
