import bidiFactory from 'bidi-js'
import type { Bidi } from 'bidi-js'

import { BOX, isAscii } from './drawable-text.ts'
import type { HanForms } from './font-catalog.ts'
import type { Direction, FontFace, PlacedGlyph } from './font-face.ts'
import type { FontSet, Weight } from './font-set.ts'

/** A piece of a line in one font; lengths in 1/1000 of the text's size. */
export interface Run {
  readonly face: FontFace
  /** From the line's left end. */
  readonly x: number
  readonly width: number
  readonly codes: string
  readonly placed?: readonly PlacedGlyph[]
  /** The text for readers, if it differs from the glyphs' order. */
  readonly text?: string
}

/** The style of the runs of a text. */
export interface RunStyle {
  readonly weight: Weight
  readonly forms: HanForms
}

export type RunBuilder = ReturnType<typeof createRunBuilder>

/** Right-to-left characters, and those that join, stack or change places. */
const NOT_PLAIN =
  /\p{M}|\p{Join_Control}|\p{Regional_Indicator}|[\u0590-\u109F\u1780-\u17FF\u19E0-\u19FF\uA9E0-\uA9FF\uAA60-\uAA7F]|[\uFB1D-\uFDFF]|[\uFE70-\uFEFF]|[\u{10800}-\u{10FFF}]|[\u{1E800}-\u{1EFFF}]/u
const JOINS = /\p{M}|\p{Join_Control}/u
const JOINERS = /\p{Join_Control}/gu

/** Its types describe a module; what Node loads is the function itself. */
function createBidi(loaded: unknown): Bidi {
  if (!isFactory(loaded)) throw new Error('unexpected version of bidi-js')
  return loaded()
}

const isFactory = (value: unknown): value is () => Bidi => typeof value === 'function'

const bidi = createBidi(bidiFactory)

/** True when every character is drawn separately from left to right. */
function isPlain(text: string): boolean {
  return isAscii(text) || !NOT_PLAIN.test(text)
}

/** A part of a text in one font and one direction. */
interface Piece {
  readonly face: FontFace | undefined
  readonly level: number
  text: string
}

export function createRunBuilder(fonts: FontSet) {
  const plainRuns = (text: string, { weight, forms }: RunStyle): Run[] => {
    const runs: { face: FontFace; x: number; width: number; codes: string }[] = []
    let x = 0
    for (const letter of text) {
      const codePoint = letter.codePointAt(0) ?? 0
      const face = fonts.faceOf(codePoint, weight, forms) ?? fonts.box
      if (face === undefined) continue
      const glyph = face.has(codePoint) ? face.glyph(codePoint) : face.glyph(BOX, codePoint)
      const last = runs.at(-1)
      if (last?.face === face) {
        last.codes += glyph.code
        last.width += glyph.width
      } else runs.push({ face, x, width: glyph.width, codes: glyph.code })
      x += glyph.width
    }
    return runs
  }

  const piecesOf = (text: string, style: RunStyle, base: Direction): Piece[] => {
    const { levels } = bidi.getEmbeddingLevels(text, base)
    const pieces: Piece[] = []
    let at = 0
    for (const letter of text) {
      const level = levels[at] ?? 0
      at += letter.length
      const last = pieces.at(-1)
      const codePoint = letter.codePointAt(0) ?? 0
      const stays = last?.level === level && isTied(letter, last.face)
      const face = stays ? last.face : fonts.faceOf(codePoint, style.weight, style.forms)
      if (last !== undefined && isOneWith(last, face, level)) last.text += letter
      else pieces.push({ face, level, text: letter })
    }
    return pieces
  }

  const runsOfPiece = ({ face, level, text }: Piece, style: RunStyle): readonly Run[] => {
    const isRtl = level % 2 === 1
    if (face?.isShaped !== true && !JOINS.test(text))
      return isRtl ? turnedRun(text, style) : plainRuns(text, style)
    if (face === undefined) return plainRuns(text.replaceAll(JOINERS, ''), style)
    const placed = face.shape(isRtl ? mirrored(text) : text, isRtl ? 'rtl' : 'ltr')
    const width = placed.reduce((sum, { advance }) => sum + advance, 0)
    // Some readers reverse right-to-left text even if its replacement text is given.
    return [{ face, x: 0, width, codes: '', placed, ...(isRtl ? {} : { text }) }]
  }

  /** One character that is no letter, between letters written from right to left: '(' is seen as ')'. */
  const turnedRun = (letter: string, style: RunStyle): readonly Run[] => {
    const codePoint = letter.codePointAt(0) ?? 0
    const seen = mirrored(letter).codePointAt(0) ?? 0
    const face = fonts.faceOf(seen, style.weight, style.forms)
    if (face === undefined) return plainRuns(letter, style)
    const { code, width } = face.glyph(seen, codePoint)
    return [{ face, x: 0, width, codes: code }]
  }

  const mixedRuns = (text: string, style: RunStyle, isRtl: boolean): Run[] => {
    const pieces = piecesOf(text, style, isRtl ? 'rtl' : 'ltr').map((piece) => {
      const runs = runsOfPiece(piece, style)
      return { level: piece.level, runs, width: widthOf(runs) }
    })
    const leftEnds = new Map<object, number>()
    let x = 0
    for (const piece of reordered(pieces)) {
      leftEnds.set(piece, x)
      x += piece.width
    }
    return pieces.flatMap((piece) =>
      piece.runs.map((run) => ({ ...run, x: run.x + (leftEnds.get(piece) ?? 0) })),
    )
  }

  /** Returns the runs of a line in the order in which they are read. */
  const runs = (text: string, style: RunStyle, isRtl = false): readonly Run[] =>
    isPlain(text) ? plainRuns(text, style) : mixedRuns(text, style, isRtl)

  return {
    isPlain,
    runs,
    width: (text: string, style: RunStyle): number => widthOf(runs(text, style)),
    /** True when the first letter of the text is right-to-left. */
    isRtl: (text: string): boolean =>
      !isPlain(text) && (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) === 1,
  }
}

/** A sign stays with its letter, and a blank between two words with them, where their font has it. */
function isTied(letter: string, face: FontFace | undefined): boolean {
  const isSign = JOINS.test(letter) || (letter === ' ' && face?.isShaped === true)
  return isSign && face?.has(letter.codePointAt(0) ?? 0) === true
}

/** In right-to-left text, only shaped letters are drawn together. */
function isOneWith(piece: Piece, face: FontFace | undefined, level: number): boolean {
  const isAlone = level % 2 === 1 && face?.isShaped !== true
  return piece.face === face && piece.level === level && !isAlone
}

export const widthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { width }) => sum + width, 0)

/** From the highest level down to the lowest odd one, each stretch is turned (Unicode Annex 9, rule L2). */
function reordered<T extends { readonly level: number }>(pieces: readonly T[]): T[] {
  const order = [...pieces]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) {
    let from = 0
    while (from < order.length) {
      let to = from
      while ((order[to]?.level ?? -1) >= level) to += 1
      if (to - from > 1) order.splice(from, to - from, ...order.slice(from, to).toReversed())
      from = Math.max(to, from) + 1
    }
  }
  return order
}

function mirrored(text: string): string {
  return Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter).join('')
}
