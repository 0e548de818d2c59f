import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import { z } from 'zod'

/** One font file: a family comes in slices, each for some of its characters. */
export interface FontSlice {
  readonly path: string
  /** True when its letters join, stack or change places, so that it must be shaped. */
  readonly isShaped: boolean
}

/** The regional forms of Chinese characters, which share code points. */
export type HanForms = 'sc' | 'jp' | 'kr'

interface Family {
  /** Its list of slices with the characters of each. */
  readonly list: string
  readonly slices?: readonly string[]
  readonly shaped?: readonly string[]
}

const require = createRequire(import.meta.url)

const SANS: Family = {
  list: require.resolve('@fontsource-variable/noto-sans/unicode.json'),
  slices: 'latin latin-ext vietnamese greek greek-ext cyrillic cyrillic-ext devanagari'.split(' '),
  shaped: ['devanagari'],
}
const ARABIC = require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json')
const HEBREW = require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json')
const THAI = require.resolve('@fontsource-variable/noto-sans-thai/unicode.json')
const SC: Family = { list: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json') }
const TC: Family = { list: require.resolve('@fontsource-variable/noto-sans-tc/unicode.json') }
const JP: Family = { list: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json') }
const KR: Family = { list: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json') }
const EMOJI: Family = { list: require.resolve('@fontsource-variable/noto-emoji/unicode.json') }

/** The slice of a family for its own script; the Latin letters beside it are those of Noto Sans. */
const scriptOf = (list: string, name: string, isShaped: boolean): Family => ({
  list,
  slices: [name],
  shaped: isShaped ? [name] : [],
})

const joined = (list: string, name: string): Family => scriptOf(list, name, true)
const single = (list: string, name: string): Family => scriptOf(list, name, false)

/** The scripts of the languages that Microsoft 365 is used in. */
const FIRST: readonly Family[] = [
  SANS,
  joined(ARABIC, 'arabic'),
  joined(HEBREW, 'hebrew'),
  joined(THAI, 'thai'),
  single(require.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'), 'armenian'),
  single(require.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'), 'georgian'),
  single(require.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'), 'ethiopic'),
  single(require.resolve('@fontsource-variable/noto-sans-cherokee/unicode.json'), 'cherokee'),
  single(
    require.resolve('@fontsource-variable/noto-sans-canadian-aboriginal/unicode.json'),
    'canadian-aboriginal',
  ),
  joined(require.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'), 'bengali'),
  joined(require.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'), 'gujarati'),
  joined(require.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'), 'gurmukhi'),
  joined(require.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'), 'kannada'),
  joined(require.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'), 'malayalam'),
  joined(require.resolve('@fontsource-variable/noto-sans-oriya/unicode.json'), 'oriya'),
  joined(require.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'), 'sinhala'),
  joined(require.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'), 'tamil'),
  joined(require.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'), 'telugu'),
  joined(require.resolve('@fontsource-variable/noto-sans-khmer/unicode.json'), 'khmer'),
  joined(require.resolve('@fontsource-variable/noto-sans-lao/unicode.json'), 'lao'),
  joined(require.resolve('@fontsource-variable/noto-sans-myanmar/unicode.json'), 'myanmar'),
  joined(require.resolve('@fontsource-variable/noto-serif-tibetan/unicode.json'), 'tibetan'),
  joined(require.resolve('@fontsource-variable/noto-sans-thaana/unicode.json'), 'thaana'),
  joined(require.resolve('@fontsource-variable/noto-sans-syriac/unicode.json'), 'syriac'),
]
const HAN: Readonly<Record<HanForms, readonly Family[]>> = {
  sc: [SC, TC, JP, KR],
  jp: [JP, SC, TC, KR],
  kr: [KR, SC, TC, JP],
}
const LAST: readonly Family[] = [EMOJI, { list: ARABIC, slices: ['symbols', 'math'] }]

/** The font files that claim to have a character, the one to take first. */
export function* slicesWith(codePoint: number, forms: HanForms): Generator<FontSlice, undefined> {
  for (const family of [...FIRST, ...HAN[forms], ...LAST]) {
    for (const slice of slicesOf(family)) {
      if (slice.ranges.some(([from, to]) => codePoint >= from && codePoint <= to)) yield slice
    }
  }
  return undefined
}

const RangesByName = z.record(z.string(), z.string())
type Range = readonly [from: number, to: number]
type ClaimingSlice = FontSlice & { readonly ranges: readonly Range[] }

const read = new Map<Family, readonly ClaimingSlice[]>()

function slicesOf(family: Family): readonly ClaimingSlice[] {
  const known = read.get(family)
  if (known !== undefined) return known
  const text = readFileSync(family.list, 'utf8')
  const rangesByName = new Map(Object.entries(RangesByName.parse(JSON.parse(text))))
  const folder = dirname(family.list)
  const slices = (family.slices ?? [...rangesByName.keys()]).map((name) => ({
    // Numbered slices are in brackets in the list, but not in file names.
    path: join(folder, 'files', `${basename(folder)}-${unbracketed(name)}-wght-normal.woff2`),
    isShaped: family.shaped?.includes(name) ?? false,
    ranges: parseRanges(rangesByName.get(name) ?? ''),
  }))
  read.set(family, slices)
  return slices
}

const unbracketed = (name: string): string => name.replaceAll(/[[\]]/g, '')

/** 'U+20-7e,U+131' as a style sheet writes it. */
function parseRanges(text: string): Range[] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}
