import { COLORS, barColor, overColor } from './colors.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { TextStyle } from './text-lines.ts'

/** One bar with its words above it; shares are of its whole length, 0 to 1. */
export interface Bar {
  readonly label: string
  readonly value: string
  readonly share: number
  /** What goes beyond, drawn dark after the rest. */
  readonly overShare: number
}

const LABEL: TextStyle = { size: 9, weight: 'regular', color: COLORS.text }
const STEP = 29
const HEIGHT = 8

/** A chart of bars as one figure, which is read as its words; gives where it ends. */
export function drawBars(
  { ink, set, look }: Studio,
  section: Part,
  { bars, y }: { bars: readonly Bar[]; y: number },
): number {
  const bottom = y + bars.length * STEP
  const figure = section.add('Figure', {
    alt: bars.map(({ label, value }) => `${label}: ${value}`).join('; '),
    bbox: [BODY.left, y, BODY.right, bottom],
  })
  const color = barColor(look.accentColor)
  figure.draw(() => {
    for (const [at, { label, value, share, overShare }] of bars.entries()) {
      const top = y + at * STEP
      const told = set.line(value, LABEL)
      const name = set.line(`${label} `, LABEL, BODY.width - told.width - 16)
      ink.text(name, BODY.left, top + 9)
      ink.text(told, BODY.right - told.width, top + 9)
      const track = { x: BODY.left, y: top + 14, width: BODY.width, height: HEIGHT }
      ink.roundBox(track, COLORS.track, 2)
      if (share > 0) ink.roundBox({ ...track, width: BODY.width * share }, color, 2)
      if (overShare > 0) {
        const from = BODY.width * share
        ink.roundBox(
          { ...track, x: BODY.left + from + 1, width: BODY.width * overShare - 1 },
          overColor(color),
          2,
        )
      }
    }
  })
  figure.end()
  return bottom
}
