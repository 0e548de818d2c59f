/** An element of the table and the row that it shows. */
interface RowSlot {
  readonly slot: number
  readonly index: number
}

export interface RowSlots {
  /** Gives each row an element, in the order of the document. */
  place: (indexes: readonly number[], keyOf: KeyOf, isMoving: boolean) => readonly RowSlot[]
}

type Key = string | number
type KeyOf = (index: number) => Key

/**
 * Rows keep their element for as long as they are shown; elements that become free show the rows that
 * come. To fill one anew costs less than to make one. While the table moves no
 * element changes its place in the document; when it rests they stand in the order of the rows again,
 * in which screen readers read them.
 */
export function createRowSlots(): RowSlots {
  let placed: readonly { slot: number; key: Key }[] = []
  return {
    place: (indexes, keyOf, isMoving) => {
      const indexByKey = new Map(indexes.map((index) => [keyOf(index), index]))
      const stay = new Set(placed.map(({ key }) => key))
      const coming = [...indexByKey.keys()].filter((key) => !stay.has(key))
      const kept = placed.flatMap(({ slot, key }) => {
        const shown = indexByKey.has(key) ? key : coming.shift()
        return shown === undefined ? [] : [{ slot, key: shown }]
      })
      const next = 1 + Math.max(-1, ...placed.map(({ slot }) => slot))
      const all = [...kept, ...coming.map((key, offset) => ({ slot: next + offset, key }))].map(
        ({ slot, key }) => ({ slot, key, index: indexByKey.get(key) ?? 0 }),
      )
      const ordered = isMoving ? all : all.toSorted((a, b) => a.index - b.index)
      placed = ordered
      return ordered
    },
  }
}
