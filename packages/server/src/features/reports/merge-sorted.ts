import { setImmediate as nextTurn } from 'node:timers/promises'

type Compare<Item> = (a: Item, b: Item) => number

/** Items that are merged in one piece; what else waits gets its turn in between. */
const SLICE = 4_000

/** One sorted list of sorted ones. Sorting those of 100,000 people at once would hold the event loop. */
export async function mergeSorted<Item>(
  lists: readonly (readonly Item[])[],
  compare: Compare<Item>,
): Promise<readonly Item[]> {
  let left = lists
  while (left.length > 1) {
    const merged: (readonly Item[])[] = []
    for (let at = 0; at < left.length; at += 2)
      merged.push(await mergeTwo(left[at] ?? [], left[at + 1] ?? [], compare))
    left = merged
  }
  return left[0] ?? []
}

async function mergeTwo<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: Compare<Item>,
): Promise<readonly Item[]> {
  if (other.length === 0) return one
  const merged: Item[] = []
  for (let [a, b] = [0, 0]; merged.length < one.length + other.length;) {
    const [first, second] = [one[a], other[b]]
    const takesFirst = second === undefined || (first !== undefined && compare(first, second) <= 0)
    const taken = takesFirst ? first : second
    if (taken === undefined) break
    merged.push(taken)
    if (takesFirst) a += 1
    else b += 1
    if (merged.length % SLICE === 0) await nextTurn()
  }
  return merged
}
