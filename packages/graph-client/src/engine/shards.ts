/** A part of a directory: the users whose name begins with one of these. */
type Shard = { prefixes: readonly string[] }

/** The number of users, in total and by the first letters of their names. */
export type PrefixCounts = { total: number; groups: readonly CountedGroup[] }
type CountedGroup = { prefixes: readonly string[]; count: number }

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')
const DIGITS = Array.from('0123456789')
// The rest of what a user principal name may hold (Microsoft's page "Password policies and account
// restrictions in Microsoft Entra ID"), and the plus that guests bring along in their addresses; upper
// case is the same as lower case.
const SIGNS = Array.from("'.-_!#^~+")

const RARE_LETTERS = Array.from('quvwxyz')

/**
 * What is counted before a directory is split, in two batches: letters that many names begin with each
 * for itself, and the others together.
 */
export const COUNTED_GROUPS: readonly (readonly string[])[] = [
  ...LETTERS.filter((letter) => !RARE_LETTERS.includes(letter)).map((letter) => [letter]),
  RARE_LETTERS,
  DIGITS,
  SIGNS,
]
const CONTINUATIONS = [...LETTERS, ...DIGITS, ...SIGNS, '@']

/** More clauses in one `or` are refused: "Too many child clauses specified in search filter expression". */
const MAX_CLAUSES = 15
/** Counted people of one shard: a page has 999, and the count may be minutes old. */
const MAX_COUNTED = 950
/** Guessed people of one shard: a guess may be off by a third. */
const MAX_GUESSED = 700
/** A prefix with more is divided once more; with fewer it has a shard to itself. */
const MAX_UNDIVIDED = 850
/** People that are divided into shards: the plan for more would hold the event loop. */
export const MOST_DIVIDED = 1_000_000
/** Longer common beginnings, as of 'student12345', are paged through. */
const MAX_DEPTH = 12

/** From this number of sampled names on, only the sample counts. */
const ENOUGH_KNOWN = 20

// How names go on after their first letter, roughly, in any European language: for where the sample
// says little.
const USUAL = new Map([
  ...Array.from('aeiou', (letter) => [letter, 12] as const),
  ...Array.from('hlnrsty', (letter) => [letter, 4] as const),
])

/**
 * Divides the users into shards of at most about one page each. What is guessed wrong costs another
 * page, never a person: together the shards are everything that begins with a counted prefix.
 */
export function planShards(counts: PrefixCounts, names: readonly string[]): Shard[] {
  const sample = names.map((name) => name.toLowerCase())
  const leaves = counts.groups.flatMap(({ prefixes, count }) => {
    if (count <= MAX_COUNTED) return [{ prefixes, weight: count / MAX_COUNTED }]
    const [prefix, ...others] = prefixes
    if (prefix !== undefined && others.length === 0) return divided(prefix, count, sample)
    return shared(
      prefixes.map((each) => ({ prefix: each, usual: 1 })),
      count,
      sample,
    )
  })
  return packed(leaves)
}

/** Prefixes that stay together, and which part of a shard they fill. */
type Leaf = { prefixes: readonly string[]; weight: number }

function divided(prefix: string, count: number, sample: readonly string[]): Leaf[] {
  const known = sample.filter((name) => name.startsWith(prefix))
  const parts = CONTINUATIONS.map((next) => ({
    prefix: prefix + next,
    usual: USUAL.get(next) ?? 1,
  }))
  return shared(parts, count, known)
}

/** Shares a count out among prefixes, by the sample; what is still too much is divided. */
function shared(
  parts: readonly { prefix: string; usual: number }[],
  count: number,
  known: readonly string[],
): Leaf[] {
  const usualWeight = known.length < ENOUGH_KNOWN ? 1 / 20 : 1 / 400
  const shares = parts.map(({ prefix, usual }) => {
    const own = known.filter((name) => name.startsWith(prefix)).length
    return { prefix, share: own + usual * usualWeight }
  })
  const whole = shares.reduce((sum, { share }) => sum + share, 0)
  return shares.flatMap(({ prefix, share }) => {
    const guess = (count * share) / whole
    const isHeavy = guess > MAX_UNDIVIDED && prefix.length < MAX_DEPTH
    return isHeavy
      ? divided(prefix, guess, known)
      : [{ prefixes: [prefix], weight: guess / MAX_GUESSED }]
  })
}

type Bin = { prefixes: string[]; weight: number }

/** The heaviest first, each into the fullest shard that has room: few shards, none too large. */
function packed(leaves: readonly Leaf[]): Shard[] {
  const sorted = leaves.toSorted((a, b) => b.weight - a.weight)
  const least = sorted.at(-1)?.weight ?? 0
  const isFull = ({ prefixes, weight }: Bin) => prefixes.length >= MAX_CLAUSES || weight + least > 1
  const bins: Bin[] = []
  let open: Bin[] = []
  for (const leaf of sorted) {
    let bin = fullestWithRoom(open, leaf)
    if (bin === null) {
      bin = { prefixes: [], weight: 0 }
      bins.push(bin)
      open.push(bin)
    }
    bin.prefixes.push(...leaf.prefixes)
    bin.weight += leaf.weight
    if (isFull(bin)) open = open.filter((each) => each !== bin)
  }
  return bins.map(({ prefixes }) => ({ prefixes }))
}

function fullestWithRoom(bins: readonly Bin[], { prefixes, weight }: Leaf): Bin | null {
  let fullest: Bin | null = null
  for (const bin of bins) {
    const hasRoom = bin.prefixes.length + prefixes.length <= MAX_CLAUSES && bin.weight + weight <= 1
    if (hasRoom && (fullest === null || bin.weight > fullest.weight)) fullest = bin
  }
  return fullest
}

/**
 * The filter for names that begin so, ready for an address. `startsWith` is what Microsoft's table of
 * filters names for userPrincipalName without ConsistencyLevel; `ge` and `le` are not in it.
 */
export function filterOf(prefixes: readonly string[]): string {
  const clauses = prefixes.map(
    (prefix) => `startsWith(userPrincipalName,'${prefix.replaceAll("'", "''")}')`,
  )
  return encodeURIComponent(clauses.join(' or '))
}
