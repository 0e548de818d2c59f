import type { EmbeddedFont, FontGlyph, GlyphRun } from './pdf-internals.ts'

/** One embedded font. Lengths are in 1/1000 of the text's size. */
export interface FontFace {
  readonly id: string
  readonly isShaped: boolean
  /** What the page's dictionary of fonts names. */
  readonly reference: () => unknown
  readonly has: (codePoint: number) => boolean
  /** One character by itself; `as` is what is read for it. */
  readonly glyph: (codePoint: number, as?: number) => Glyph
  /** Letters as they join, from left to right as they are seen. */
  readonly shape: (text: string, direction: Direction) => readonly PlacedGlyph[]
}

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

export function createFontFace(embedded: EmbeddedFont, isShaped: boolean): FontFace {
  const { font, subset } = embedded
  const scale = 1_000 / font.unitsPerEm
  const codes = new Map<string, string>()
  const glyphs = new Map<number, Glyph>()
  const hasCharacters = isAboutCharacters(font)

  /** A glyph that stands for several texts is embedded once for each, so that each is read rightly. */
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

  const shape = (text: string, direction: Direction): PlacedGlyph[] => {
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
    reference: () => embedded.ref(),
    has: (codePoint) => hasCharacters && font.hasGlyphForCodePoint(codePoint),
    glyph,
    shape,
  }
}

/** Where fontkit cannot follow a font's rules, the letters stand unjoined, but they all stand. */
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
  /** How many characters it stands for. */
  readonly length: number
  readonly isMark: boolean
}

/**
 * Shaping may move letters (a vowel sign goes before its consonant) and take them apart, but a reader
 * takes the text from the glyphs in their order. So the text is dealt out in its own order: as many
 * characters to each glyph as it stands for, those of marks to the letter that carries them, what is left
 * over to the last.
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

/** A letter that stands for nothing by itself is the second half of the one before. */
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
