import { Blob, Buffer, ClusterLevel, Direction, Face, Font, shape } from 'harfbuzzjs'

/** A glyph of a shaped text, in units of the font. */
interface ShapedGlyph {
  readonly id: number
  /** Number of characters of the text that it represents; 0 for further glyphs of the same ones. */
  readonly length: number
  readonly xAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}

export type Shaper = (text: string, direction: 'ltr' | 'rtl') => readonly ShapedGlyph[]

/**
 * Joins, stacks and reorders letters by the rules of the font and of their script (HarfBuzz). The glyphs
 * are in the order in which they are drawn, from left to right.
 */
export function createShaper(fontFile: Uint8Array): Shaper {
  const font = new Font(new Face(new Blob(fontFile)))
  return (text, direction) => {
    const buffer = new Buffer()
    const codePoints = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
    buffer.addCodePoints(codePoints)
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
    buffer.guessSegmentProperties()
    buffer.setDirection(direction === 'rtl' ? Direction.RTL : Direction.LTR)
    shape(font, buffer)
    const glyphs = buffer.getGlyphInfosAndPositions()
    const lengths = lengthsOf(
      glyphs.map(({ cluster }) => cluster),
      { count: codePoints.length, direction },
    )
    return glyphs.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }, at) => ({
      id: codepoint,
      length: lengths[at] ?? 0,
      xAdvance,
      xOffset,
      yOffset,
    }))
  }
}

/** Glyphs of the same characters have the same cluster: the position of the first of these characters. */
function lengthsOf(
  clusters: readonly number[],
  { count, direction }: { count: number; direction: 'ltr' | 'rtl' },
): number[] {
  const order = direction === 'rtl' ? clusters.toReversed() : clusters
  const starts = [...new Set(order), count]
  const lengthByStart = new Map(
    starts.slice(0, -1).map((start, at) => [start, (starts[at + 1] ?? count) - start]),
  )
  const lengths = order.map((cluster) => {
    const length = lengthByStart.get(cluster) ?? 0
    lengthByStart.delete(cluster)
    return length
  })
  return direction === 'rtl' ? lengths.toReversed() : lengths
}
