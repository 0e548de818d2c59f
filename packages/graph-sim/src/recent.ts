/** Remembers what was made last, up to a bound on the weight of all of it together. */
interface Recent<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value, weight: number): void
}

/** What was neither set nor got for longest is forgotten first. */
export function createRecent<Key, Value>(weightMax: number): Recent<Key, Value> {
  const entries = new Map<Key, { readonly value: Value; readonly weight: number }>()
  let whole = 0

  function forget(key: Key): void {
    whole -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight) {
      forget(key)
      entries.set(key, { value, weight })
      whole += weight
      for (const oldest of entries.keys()) {
        if (whole <= weightMax) return
        forget(oldest)
      }
    },
  }
}
