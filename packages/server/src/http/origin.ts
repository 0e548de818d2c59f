import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request with an effect may have been made by somebody else's page (decisions.md, Sign-in
 * and sessions). A request with neither header comes from a script, not from a browser.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site']
  // 'none' is a person who typed or bookmarked the address.
  if (site === 'same-origin' || site === 'none') return false
  if (headers.origin !== undefined) return headers.origin !== publicUrl.origin
  return site !== undefined
}
