/** What an address is made of once a browser has read it; everything else it drops, trims or rewrites. */
const ADDRESS = /^\/[!-~]*$/u
/** A browser takes a backslash in a path for a slash; a control character it may drop. */
const REWRITTEN = /[\\\p{Cc}]/u
/** First segments that are no page: the landing itself, another host ('//host'), the server, the login screen. */
const NO_PAGES = new Set(['', 'api', 'login'])

/**
 * The address of a page of this product that somebody asks to come back to; null for anything else.
 * Nothing is resolved: an address that a browser would read as another one is refused.
 */
export function checkedReturnTo(address: string | null | undefined): string | null {
  if (typeof address !== 'string' || !ADDRESS.test(address)) return null
  const [path = ''] = address.split(/[?#]/u, 1)
  return isPage(decoded(path)) ? address : null
}

function isPage(path: string): boolean {
  if (REWRITTEN.test(path)) return false
  const [first = '', ...rest] = path.slice(1).split('/')
  return !NO_PAGES.has(first.toLowerCase()) && ![first, ...rest].some(isDotSegment)
}

function isDotSegment(segment: string): boolean {
  return segment === '.' || segment === '..'
}

/** The landing where it cannot be decoded: no page has such an address. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
