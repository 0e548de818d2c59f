/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  guid(): string
  /** Letters and digits, as in secrets and codes. */
  token(length: number): string
  /** A stream of its own: what one part of the world draws never shifts another part. */
  fork(label: string): Random
}

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function createRandom(seed: string): Random {
  const word = sfc32(seed)
  const next = () => word() / 2 ** 32
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  function pick<T>(items: readonly T[]): T {
    const item = items[int(0, items.length - 1)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }

  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    guid: () => formatGuid(word),
    token: (length) =>
      Array.from({ length }, () => TOKEN_ALPHABET.charAt(int(0, TOKEN_ALPHABET.length - 1))).join(
        '',
      ),
    fork: (label) => createRandom(`${seed}/${label}`),
  }
}

function formatGuid(word: () => number): string {
  const hex = Array.from({ length: 4 }, () => word().toString(16).padStart(8, '0')).join('')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}

/** The small fast counter generator sfc32, its state filled from the seed by FNV-1a. */
function sfc32(seed: string): () => number {
  let [a, b, c, counter] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1]
  const step = () => {
    const sum = (a + b + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = (b ^ (b >>> 9)) >>> 0
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    return sum
  }
  for (let round = 0; round < 12; round += 1) step()
  return step
}

function hash(text: string, salt: number): number {
  let value = (0x811c9dc5 ^ salt) >>> 0
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return value
}
