import { COLORS } from './colors.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { TextStyle, Typesetter } from './text-lines.ts'

export const H1: TextStyle = { size: 20, weight: 'bold', color: COLORS.text }
export const H2: TextStyle = { size: 12.5, weight: 'bold', color: COLORS.text }
const NOTE: TextStyle = { size: 9, weight: 'regular', color: COLORS.quiet }
const FIGURE: TextStyle = { size: 19, weight: 'bold', color: COLORS.text }
/** A figure that is cut says something else: longer ones are set smaller. */
const FIGURE_SIZES = [19, 16, 14, 12, 10, 8]

/** The height of a line of a paragraph. */
export const LINE = 11.5
const TILE = { height: 58, gap: 12, inset: 12 } as const

/** Draws a heading; gives where it ends. */
export function drawHeading(
  { ink, set }: Studio,
  section: Part,
  { text, style, y }: { text: string; style: TextStyle; y: number },
): number {
  const tag = style === H1 ? 'H1' : 'H2'
  section.write(tag, () => ink.text(set.line(text, style, BODY.width), BODY.left, y))
  return y + style.size * 0.4
}

/** Draws a paragraph in quiet letters; gives where it ends. */
export function drawNote(
  { ink, set }: Studio,
  section: Part,
  { text, y }: { text: string; y: number },
): number {
  const lines = set.lines(text, NOTE, BODY.width)
  section.write('P', () => {
    for (const [at, line] of lines.entries()) ink.text(line, BODY.left, y + 10 + at * 13)
  })
  return y + lines.length * 13
}

/** Draws figures with what each one counts, side by side; gives where they end. */
export function drawTiles(
  { ink, set, tags }: Studio,
  section: Part,
  { tiles, y }: { tiles: readonly (readonly [figure: string, label: string])[]; y: number },
): number {
  const width = (BODY.width - (tiles.length - 1) * TILE.gap) / tiles.length
  const figures = tiles.map(([figure]) => figure)
  const style = figureStyle(set, figures, width - TILE.inset * 2)
  for (const [at, [figure, label]] of tiles.entries()) {
    const x = BODY.left + at * (width + TILE.gap)
    tags.decorate(() => ink.roundBox({ x, y, width, height: TILE.height }, COLORS.shade, 6))
    section.write('P', () => {
      ink.text(set.line(`${figure} `, style), x + TILE.inset, y + 28)
      ink.text(set.line(label, { ...NOTE, size: 8.5 }, width - 16), x + TILE.inset, y + 45)
    })
  }
  return y + TILE.height
}

/** The largest letters in which all figures fit. */
function figureStyle(set: Typesetter, figures: readonly string[], width: number): TextStyle {
  const styles = FIGURE_SIZES.map((size) => ({ ...FIGURE, size }))
  const fits = (style: TextStyle) =>
    figures.every((figure) => set.line(figure, style).width <= width)
  return styles.find(fits) ?? { ...FIGURE, size: 8 }
}

interface Texts {
  /** Each with the most lines that it may take. */
  readonly texts: readonly {
    readonly text: string
    readonly style: TextStyle
    readonly most: number
  }[]
  readonly y: number
  /** Between paragraphs. */
  readonly gap?: number
}

/** Draws paragraphs one below the other; gives where they end. */
export function drawLines(
  { ink, set }: Studio,
  section: Part,
  { texts, y, gap = 0 }: Texts,
): number {
  let top = y
  for (const { text, style, most } of texts) {
    const lines =
      most === 1
        ? [set.line(text, style, BODY.width)]
        : set.lines(text, style, BODY.width).slice(0, most)
    const first = top
    section.write('P', () => {
      for (const [at, line] of lines.entries())
        ink.text(line, BODY.left, first + LINE * (at + 1) - 2)
    })
    top += lines.length * LINE + gap
  }
  return top
}
