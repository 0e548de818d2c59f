import type { EmbeddedFont, FontGlyph } from './pdf-internals.ts'
import type { Shaper } from './shaping.ts'

export type FontFace = ReturnType<typeof createFontFace>

export type Direction = 'ltr' | 'rtl'

interface Glyph {
  /** Four hexadecimal digits. */
  readonly code: string
  readonly width: number
}

/** A glyph with a text of its own, or a sign without one (a dot, an accent), which is only an outline. */
export interface PlacedGlyph {
  readonly glyph: Glyph | Outline
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

interface Outline {
  readonly name: string
  /** As a page's content draws it, y upwards. */
  readonly path: string
}

/**
 * Draws with one embedded font. Lengths are in 1/1000 of the text's size. The shaper is null for letters
 * that are independent of their neighbors.
 */
export function createFontFace(embedded: EmbeddedFont, shaper: Shaper | null) {
  const { font, subset } = embedded
  const scale = 1_000 / font.unitsPerEm
  const codes = new Map<string, string>()
  const glyphs = new Map<number, Glyph>()
  const hasCharacters = isAboutCharacters(font)

  /** A glyph for several texts or widths is embedded once for each, so that each is read correctly. */
  const codeOf = (id: number, text: readonly number[], width: number): string => {
    const key = `${id}:${text.join(',')}:${width}`
    const known = codes.get(key)
    if (known !== undefined) return known
    const included = subset.includeGlyph(id)
    const isTaken = included === 0 || embedded.unicode[included] !== undefined
    const index = isTaken ? subset.glyphs.push(id) - 1 : included
    embedded.widths[index] = width
    embedded.unicode[index] = text
    const code = index.toString(16).padStart(4, '0')
    codes.set(key, code)
    return code
  }

  /** Returns one character by itself; `as` is the character that is read for it. */
  const glyph = (codePoint: number, as = codePoint): Glyph => {
    const known = as === codePoint ? glyphs.get(codePoint) : undefined
    if (known !== undefined) return known
    const found = font.glyphForCodePoint(codePoint)
    const width = found.advanceWidth * scale
    const made = { code: codeOf(found.id, [as], width), width }
    if (as === codePoint) glyphs.set(codePoint, made)
    return made
  }

  const outlines = new Map<number, Outline>()
  const outlineOf = (of: FontGlyph): Outline => {
    const known = outlines.get(of.id)
    const made = known ?? { name: `${embedded.id}G${of.id}`, path: pathOf(of, scale) }
    outlines.set(of.id, made)
    return made
  }

  /** Returns joined letters, from left to right as they are drawn. */
  const shape = (text: string, direction: Direction): readonly PlacedGlyph[] => {
    const shaped = shaper?.(text, direction) ?? []
    const texts = textOfGlyphs(
      Array.from(text, (letter) => letter.codePointAt(0) ?? 0),
      shaped.map(({ length, xAdvance }) => ({ length, isMark: xAdvance === 0 })),
      direction,
    )
    const texted = shaped.map(({ id, xAdvance, xOffset, yOffset }, at) => ({
      id,
      text: texts[at] ?? [],
      width: font.getGlyph(id, []).advanceWidth * scale,
      advance: xAdvance * scale,
      dx: xOffset * scale,
      dy: yOffset * scale,
    }))
    return withoutGaps(texted).map(({ id, text: ownText, width, ...place }) => ({
      glyph:
        ownText.length > 0
          ? { code: codeOf(id, ownText, width), width }
          : outlineOf(font.getGlyph(id, [])),
      ...place,
    }))
  }

  return {
    id: embedded.id,
    isShaped: shaper !== null,
    /** The name in the page's font dictionary. */
    reference: () => embedded.ref(),
    has: (codePoint: number): boolean => hasCharacters && font.hasGlyphForCodePoint(codePoint),
    glyph,
    shape,
  }
}

/** A font that was cut down to characters which it has not has no list of any. */
function isAboutCharacters(font: EmbeddedFont['font']): boolean {
  try {
    font.hasGlyphForCodePoint(0x20)
    return true
  } catch {
    return false
  }
}

interface Slot {
  /** Number of characters that it represents. */
  readonly length: number
  readonly isMark: boolean
}

/**
 * Returns the text of each glyph. Shaping may move letters (a vowel sign goes before its consonant)
 * and split them, but a reader takes the text from the glyphs in order. So the text is assigned in
 * its own order: glyphs for the same characters share them, one each and the rest for the last; those of
 * marks go to their letter.
 */
function textOfGlyphs(
  text: readonly number[],
  slots: readonly Slot[],
  direction: Direction,
): number[][] {
  const order = direction === 'ltr' ? slots : slots.toReversed()
  const inOrder = order.map((slot): FilledSlot => ({ ...slot, text: [] }))
  let carrier = inOrder.find(({ isMark }) => !isMark) ?? inOrder[0]
  let from = 0
  for (const group of groupsOf(inOrder)) {
    const length = group.reduce((sum, slot) => sum + slot.length, 0)
    const characters = text.slice(from, from + length)
    from += length
    const letters = group.filter(({ isMark }) => !isMark)
    const sharing = letters.length > 0 ? letters.slice(0, length) : [carrier]
    for (const [at, slot] of sharing.entries())
      slot?.text.push(...characters.slice(at, at === sharing.length - 1 ? undefined : at + 1))
    carrier = sharing.at(-1)
  }
  carrier?.text.push(...text.slice(from))
  const texts = inOrder.map((slot) => slot.text)
  // Readers turn what is written from right to left, character by character.
  return direction === 'ltr' ? texts : texts.map((part) => part.toReversed()).toReversed()
}

type FilledSlot = Slot & { readonly text: number[] }

/** A glyph that represents no character is a further one of the characters before it. */
function groupsOf(slots: readonly FilledSlot[]): FilledSlot[][] {
  const groups: FilledSlot[][] = []
  for (const slot of slots) {
    const last = groups.at(-1)
    if (last !== undefined && slot.length === 0) last.push(slot)
    else groups.push([slot])
  }
  return groups
}

/**
 * Makes each text as wide as the space up to the next one, with the glyphs without a text behind it: a gap
 * between two texts would be read as a blank.
 */
function withoutGaps(glyphs: readonly TextedGlyph[]): TextedGlyph[] {
  const closed = glyphs.map((glyph) => ({ ...glyph }))
  let before: { width: number; advance: number } | undefined
  /** From the right to the left end of the space that was given away. */
  let given: { dx: number }[] = []
  for (const glyph of closed) {
    if (glyph.text.length > 0) {
      glyph.width = Math.max(glyph.width, glyph.advance)
      before = glyph
      given = []
    } else if (before !== undefined && glyph.advance !== 0) {
      before.width += glyph.advance
      before.advance += glyph.advance
      given.push(glyph)
      for (const each of given) each.dx -= glyph.advance
      glyph.advance = 0
    }
  }
  return closed
}

interface TextedGlyph {
  readonly id: number
  readonly text: readonly number[]
  readonly width: number
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

function pathOf({ path }: FontGlyph, scale: number): string {
  let pen: Point = [0, 0]
  const drawn = path.commands.map(({ command, args }) => {
    const values = args.map((value) => value * scale)
    const points = command === 'quadraticCurveTo' ? cubic(pen, values) : values
    pen = [values.at(-2) ?? pen[0], values.at(-1) ?? pen[1]]
    return [...points.map(n), OPERATORS[command] ?? ''].join(' ')
  })
  return drawn.join(' ')
}

type Point = readonly [x: number, y: number]

const OPERATORS: Readonly<Record<string, string>> = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'c',
  closePath: 'h',
}

/** Fonts have quadratic curves, pages only cubic ones. */
function cubic([x, y]: Point, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): number[] {
  const first = [x + (2 * (a - x)) / 3, y + (2 * (b - y)) / 3]
  const second = [c + (2 * (a - c)) / 3, d + (2 * (b - d)) / 3]
  return [...first, ...second, c, d]
}

const n = (value: number): string => String(Math.round(value * 100) / 100)
