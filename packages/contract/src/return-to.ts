/** The characters that a browser keeps in an address; it drops, trims or rewrites all others. */
const ADDRESS = /^\/[!-~]*$/u
/** Browsers treat a backslash in a path as a slash, and may drop control characters. */
const REWRITTEN = /[\\\p{Cc}]/u
/** First segments that are not pages: the landing page, another host ('//host'), the server, the login screen. */
const NO_PAGES = new Set(['', 'api', 'login'])

/**
 * Returns the address when it is a page of this product, otherwise null. Prevents open redirects: an
 * address that a browser would interpret as another one is refused, not resolved.
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

/** Returns the decoded path, or '/' when it cannot be decoded, which is refused as a page. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
