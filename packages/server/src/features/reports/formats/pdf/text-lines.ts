import { drawable } from './drawable-text.ts'
import type { FontSet, Weight } from './font-set.ts'
import { createRunBuilder, widthOf } from './text-runs.ts'
import type { Run, RunBuilder, RunStyle } from './text-runs.ts'

export interface TextStyle {
  readonly size: number
  readonly weight: Weight
  /** '#rrggbb'. */
  readonly color: string
}

/** A line as it is drawn; lengths in points. */
export interface Line {
  readonly runs: readonly Run[]
  readonly style: TextStyle
  readonly width: number
}

export type Typesetter = ReturnType<typeof createTypesetter>

/** Texts kept broken into lines: the same licenses come again with every person. */
const KEPT = 2_000

export function createTypesetter(fonts: FontSet) {
  const builder = createRunBuilder(fonts)
  const measure = createMeasure(builder)

  /** Breaks a text into lines for a width in 1/1000. */
  const broken = (text: string, style: RunStyle, room: number): string[] => {
    if (measure(text, style) <= room) return [text]
    const lines: string[] = []
    let line = ''
    let width = 0
    const add = (part: string) => {
      const partWidth = measure(part, style)
      const seenWidth = part.endsWith(' ') ? measure(part.trimEnd(), style) : partWidth
      if (line !== '' && width + seenWidth > room) {
        lines.push(line)
        line = ''
        width = 0
      }
      if (seenWidth > room && graphemes(part).length > 1)
        for (const each of graphemes(part)) add(each)
      else {
        line += part
        width += partWidth
      }
    }
    for (const part of unbreakable(text)) add(part)
    return line === '' ? lines : [...lines, line]
  }

  const typeset = (text: string, style: TextStyle, isRtl: boolean): Line => {
    const runs = builder.runs(text, { weight: style.weight, forms: fonts.formsOf(text) }, isRtl)
    return { runs, style, width: (widthOf(runs) * style.size) / 1_000 }
  }
  const textsOf = kept((text, style, maxWidth) =>
    broken(
      text,
      { weight: style.weight, forms: fonts.formsOf(text) },
      (maxWidth * 1_000) / style.size,
    ),
  )

  return {
    /** Breaks a text into lines of at most this width. */
    lines: kept((text, style, maxWidth): readonly Line[] => {
      const drawn = drawable(text)
      const isRtl = builder.isRtl(drawn)
      return textsOf(drawn, style, maxWidth).map((each) => typeset(each, style, isRtl))
    }),
    /** Returns a text in one line, cut with '…' where it does not fit. */
    line: (text: string, style: TextStyle, maxWidth = Infinity): Line => {
      const drawn = drawable(text)
      const [first = ''] = textsOf(drawn, style, maxWidth)
      if (first === drawn) return typeset(drawn, style, builder.isRtl(drawn))
      const [begin = ''] = textsOf(drawn, style, maxWidth - style.size)
      return typeset(`${begin.trimEnd()}…`, style, builder.isRtl(drawn))
    },
    countLines: (text: string, style: TextStyle, maxWidth: number): number =>
      textsOf(drawable(text), style, maxWidth).length,
  }
}

const KNOWN_WIDTHS = 0x3000

/** Returns the width of texts in 1/1000; for unshaped letters it is their sum. */
function createMeasure(builder: RunBuilder): (text: string, style: RunStyle) => number {
  const tables = new Map<string, (number | undefined)[]>()
  return (text, style) => {
    if (!builder.isPlain(text)) return builder.width(text, style)
    const key = style.weight + style.forms
    const widths = tables.get(key) ?? Array.from<number | undefined>({ length: KNOWN_WIDTHS })
    tables.set(key, widths)
    let sum = 0
    for (let at = 0; at < text.length; at += 1) {
      const codePoint = text.codePointAt(at) ?? 0
      if (codePoint > 0xffff) at += 1
      let width = widths[codePoint]
      if (width === undefined) {
        width = builder.width(String.fromCodePoint(codePoint), style)
        if (codePoint < KNOWN_WIDTHS) widths[codePoint] = width
      }
      sum += width
    }
    return sum
  }
}

type OfText<T> = (text: string, style: TextStyle, maxWidth: number) => T

/** The same, for texts that come again without doing it again. */
function kept<T>(make: OfText<T>): OfText<T> {
  const byStyle = new Map<TextStyle, Map<number, Map<string, T>>>()
  return (text, style, maxWidth) => {
    const byWidth = byStyle.get(style) ?? new Map<number, Map<string, T>>()
    byStyle.set(style, byWidth)
    const byText = byWidth.get(maxWidth) ?? new Map<string, T>()
    byWidth.set(maxWidth, byText)
    const known = byText.get(text)
    if (known !== undefined) return known
    if (byText.size >= KEPT) byText.clear()
    const made = make(text, style, maxWidth)
    byText.set(text, made)
    return made
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })
const graphemes = (text: string): string[] =>
  Array.from(segmenter.segment(text), (each) => each.segment)

/** Written without blanks between words: Thai, Lao, Burmese, Khmer. */
const UNSPACED = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF]/
/** Before '@' and before what an address goes on with, after blanks and dashes, around Chinese characters. */
const BREAKS = /(?<=[ \-/|_,;\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF])(?![ ,.;])|(?=@)/u
const ADDRESS_BREAKS = /(?<=[-_])|(?=[@.])/

/** The parts that a line may end between. */
function unbreakable(text: string): string[] {
  if (UNSPACED.test(text)) return Array.from(words.segment(text), (each) => each.segment)
  const isAddress = text.includes('@') && !text.includes(' ')
  return text.split(isAddress ? ADDRESS_BREAKS : BREAKS)
}
