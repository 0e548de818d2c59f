/** Where in a JSON value something is: keys and indices from the outside in. */
export type Place = readonly (string | number)[]

/** Every place within a value, its own not included. */
export function placesIn(value: unknown, above: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => {
    const place = [...above, key]
    return [place, ...placesIn(valueAt(value, [key]), place)]
  })
}

/** Every object within a value, itself included. */
export function objectsIn(value: unknown): Place[] {
  return [[], ...placesIn(value)].filter((place) => isObject(valueAt(value, place)))
}

export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce((inner: unknown, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown
    return isObject(inner) ? inner[String(key)] : undefined
  }, value)
}

/** A copy with something else at one place. */
export function withValueAt(value: unknown, place: Place, replacement: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return replacement
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      index === key ? withValueAt(item, rest, replacement) : item,
    )
  }
  const object = isObject(value) ? value : {}
  return { ...object, [key]: withValueAt(object[String(key)], rest, replacement) }
}

/** The names on the way, without indices: `principal.displayName`. */
export function namesOf(place: Place): string {
  return place.filter((key) => typeof key === 'string').join('.')
}

/** As a failure names it: `value[0].principal.displayName`. */
export function fieldOf(place: Place): string {
  return place
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./u, '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
