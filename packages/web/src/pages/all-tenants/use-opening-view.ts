import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ViewPreferences } from '@tenantscope/contract/views'
import { useEffect, useState } from 'react'

import { isDefault, viewOf } from './all-tenants-view.ts'
import type { AllTenantsSearch } from './all-tenants-view.ts'
import { savedViewQuery } from './saved-view.queries.ts'
import { searchOfSaved } from './saved-view.ts'

/**
 * Opens All Tenants with the person's saved view where the address asks for nothing: links win, and so
 * does 'all tenants' when it was chosen here. False until it is known what to show, so that no table
 * appears that another one replaces. A view that cannot be loaded is as good as none.
 */
export function useOpeningView(): boolean {
  const navigate = useNavigate()
  const location = useLocation()
  const { data: saved, isFetched } = useQuery(savedViewQuery)
  const [isOpen, setIsOpen] = useState(
    () => location.state.isChosenHere === true || !isDefault(viewOf(location.search)),
  )
  const isToBeApplied = !isOpen && openingOf(saved) !== null
  // Decided once: a view that is saved later is the one on screen.
  if (!isOpen && isFetched && !isToBeApplied) setIsOpen(true)
  useEffect(() => {
    const search = openingOf(saved)
    if (!isToBeApplied || search === null) return
    void navigate({
      to: '/dashboard',
      // What a link opens over the table stays open.
      search: ({ reports }) => ({ ...search, reports }),
      replace: true,
    }).then(() => setIsOpen(true))
  }, [isToBeApplied, saved, navigate])
  return isFetched && !isToBeApplied
}

/** The address of the saved view; null where it is what an empty address shows. */
function openingOf(saved: ViewPreferences | null | undefined): AllTenantsSearch | null {
  if (!saved) return null
  const search = searchOfSaved(saved)
  return isDefault(viewOf(search)) ? null : search
}
