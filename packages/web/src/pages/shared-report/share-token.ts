/** The token in the page's address; null where there is none that could be one. */
export function tokenIn(pathname: string): string | null {
  const [, token] = /^\/shared\/([^/]+)\/?$/u.exec(pathname) ?? []
  if (token === undefined) return null
  try {
    return decodeURIComponent(token)
  } catch {
    return null
  }
}
