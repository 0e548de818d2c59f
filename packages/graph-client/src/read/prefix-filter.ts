/** A filter's condition, for a path: any of these properties begins with the text. Case does not count. */
export function isAnyPrefixed(properties: readonly string[], prefix: string): string {
  // OData writes a quote within a text twice.
  const literal = `'${prefix.replaceAll("'", "''")}'`
  const conditions = properties.map((property) => `startsWith(${property},${literal})`)
  return encodeURIComponent(conditions.join(' or '))
}
