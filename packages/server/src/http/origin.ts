import type { IncomingHttpHeaders } from 'node:http'

/**
 * True when a request with an effect may come from another site's page (decisions.md, Sign-in and
 * sessions). A browser that sends Sec-Fetch-Site is believed, whatever its Origin says; older browsers send
 * only an Origin. A request with neither header comes from a script, not a browser.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site']
  // 'none' means that the user typed or bookmarked the address.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== publicUrl.origin
}
