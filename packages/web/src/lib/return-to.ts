import { checkedReturnTo } from '@tenantscope/contract/return-to'

/** The address that was asked for when nobody was signed in; null where the product chooses. */
export function askedForAddress(): string | null {
  const { pathname, search, hash } = location
  return checkedReturnTo(
    pathname === '/login' ? new URLSearchParams(search).get('returnTo') : pathname + search + hash,
  )
}
