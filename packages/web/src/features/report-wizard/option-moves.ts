/** The option that a key leads to from another one, in a list of `count`; undefined for other keys. */
export function optionAfter(
  key: string,
  from: number,
  { count, pageRows }: { count: number; pageRows: number },
): number | undefined {
  const moved = MOVES[key]?.(from, { last: count - 1, pageRows })
  return moved === undefined ? undefined : Math.max(0, Math.min(count - 1, moved))
}

type Move = (from: number, list: { last: number; pageRows: number }) => number

const MOVES: Partial<Record<string, Move>> = {
  ArrowDown: (from) => from + 1,
  ArrowUp: (from) => from - 1,
  PageDown: (from, { pageRows }) => from + pageRows,
  PageUp: (from, { pageRows }) => from - pageRows,
  Home: () => 0,
  End: (_, { last }) => last,
}

/** The positions from one to another, both included, whichever comes first. */
export function between(one: number, other: number): number[] {
  const first = Math.min(one, other)
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, offset) => first + offset)
}
