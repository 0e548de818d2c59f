import type { EmbeddedFont, FontGlyph, GlyphRun } from './pdf-internals.ts'

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

/** Draws with one embedded font. Lengths are in 1/1000 of the text's size. */
export function createFontFace(embedded: EmbeddedFont, isShaped: boolean) {
  const { font, subset } = embedded
  const scale = 1_000 / font.unitsPerEm
  const codes = new Map<string, string>()
  const glyphs = new Map<number, Glyph>()
  const hasCharacters = isAboutCharacters(font)

  /** A glyph for several texts is embedded once for each, so that each is read correctly. */
  const codeOf = (id: number, text: readonly number[], width: number): string => {
    const key = `${id}:${text.join(',')}`
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
    const run = layOut(font, text, direction)
    const placed = run.glyphs.map((of, at) => ({ of, position: run.positions[at] }))
    const texts = textOfGlyphs(
      Array.from(text, (letter) => letter.codePointAt(0) ?? 0),
      placed.map(({ of, position }) => ({
        length: of.codePoints.length,
        isMark: position?.xAdvance === 0,
      })),
      direction,
    )
    return placed.map(({ of, position }, at) => {
      const ownText = texts[at] ?? []
      const width = of.advanceWidth * scale
      return {
        glyph: ownText.length > 0 ? { code: codeOf(of.id, ownText, width), width } : outlineOf(of),
        advance: (position?.xAdvance ?? of.advanceWidth) * scale,
        dx: (position?.xOffset ?? 0) * scale,
        dy: (position?.yOffset ?? 0) * scale,
      }
    })
  }

  return {
    id: embedded.id,
    isShaped,
    /** The name in the page's font dictionary. */
    reference: () => embedded.ref(),
    has: (codePoint: number): boolean => hasCharacters && font.hasGlyphForCodePoint(codePoint),
    glyph,
    shape,
  }
}

/** If fontkit cannot apply a font's rules, the letters are drawn unjoined. */
function layOut(font: EmbeddedFont['font'], text: string, direction: Direction): GlyphRun {
  try {
    return font.layout(text, undefined, undefined, undefined, direction)
  } catch {
    const letters = direction === 'ltr' ? Array.from(text) : Array.from(text).toReversed()
    const glyphs = letters.map((letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0))
    return { glyphs, positions: glyphs.map(({ advanceWidth }) => standing(advanceWidth)) }
  }
}

const standing = (xAdvance: number) => ({ xAdvance, xOffset: 0, yOffset: 0 })

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
 * its own order: as many characters to each glyph as it represents, those of marks to their letter,
 * the rest to the last.
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
  for (const slot of inOrder) {
    if (carrier !== undefined && !slot.isMark) carrier = nextCarrier(slot, carrier)
    carrier?.text.push(...text.slice(from, from + slot.length))
    from += slot.length
  }
  carrier?.text.push(...text.slice(from))
  const texts = inOrder.map((slot) => slot.text)
  // Readers turn what is written from right to left, character by character.
  return direction === 'ltr' ? texts : texts.map((part) => part.toReversed()).toReversed()
}

type FilledSlot = Slot & { readonly text: number[] }

/** A letter that represents no character is the second half of the previous one. */
function nextCarrier(slot: FilledSlot, before: FilledSlot): FilledSlot {
  if (slot.length > 0) return slot
  if (before.text.length < 2) return before
  slot.text.push(...before.text.splice(-1))
  return slot
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
