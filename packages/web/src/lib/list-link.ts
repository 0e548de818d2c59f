import { useQueryClient } from '@tanstack/react-query'

import { currentUserQuery } from './current-user.ts'

const keyOf = (userId: number) => `tenantscope.list.${userId}`

/** Remembers the filters and the order of All Tenants in this tab. */
export function keepListSearch(userId: number, search: object): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(search))
  } catch {
    // Without storage, links lead to the list as it opens.
  }
}

/**
 * Returns the link to All Tenants with the filters and the order that it last had in this tab. Error
 * pages use it too, so it needs no user.
 */
export function useListLink() {
  const user = useQueryClient().getQueryData(currentUserQuery.queryKey)
  const search = user ? readListSearch(user.id) : null
  if (search === null) return { to: '/dashboard' } as const
  // Chosen here: an unfiltered list is not replaced by the saved view.
  return { to: '/dashboard', search, state: { isChosenHere: true } } as const
}

function readListSearch(userId: number): object | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')
    return typeof stored === 'object' ? stored : null
  } catch {
    return null
  }
}
