import { checkedReturnTo } from '@tenantscope/contract/return-to'

/** Returns the address requested before the sign-in, or null for the default. */
export function askedForAddress(): string | null {
  const { pathname, search, hash } = location
  return checkedReturnTo(
    pathname === '/login' ? new URLSearchParams(search).get('returnTo') : pathname + search + hash,
  )
}
