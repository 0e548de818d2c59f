/** An address within the application that a link or the address bar asks to come back to; null for anything else. */
export function checkedReturnTo(address: string | null | undefined): string | null {
  if (typeof address !== 'string' || !address.startsWith('/')) return null
  const url = URL.parse(address, location.origin)
  if (url === null || url.origin !== location.origin) return null
  if (url.pathname === '/login' || url.pathname.startsWith('/api/')) return null
  return url.pathname + url.search + url.hash
}

/** The address that was asked for when nobody was signed in; null where the product chooses. */
export function askedForAddress(): string | null {
  if (location.pathname === '/login')
    return checkedReturnTo(new URLSearchParams(location.search).get('returnTo'))
  return location.pathname === '/'
    ? null
    : checkedReturnTo(location.pathname + location.search + location.hash)
}
