import { COLORS, barColor, overColor } from './colors.ts'
import { BODY } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { TextStyle } from './text-lines.ts'

/** One bar with its label above; shares are of its complete length, 0 to 1. */
export interface Bar {
  readonly label: string
  readonly value: string
  readonly share: number
  /** The part beyond the length, drawn dark at the end. */
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
  const alt = bars.map(({ label, value }) => `${label}: ${value}`).join('; ')
  const color = barColor(look.accentColor)
  const paint = (): void => {
    for (const [at, { label, value, share, overShare }] of bars.entries()) {
      const top = y + at * STEP
      const shown = set.line(value, LABEL)
      const name = set.line(`${label} `, LABEL, BODY.width - shown.width - 16)
      ink.text(name, BODY.left, top + 9)
      ink.text(shown, BODY.right - shown.width, top + 9)
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
  }
  section.write('Figure', paint, { alt, bbox: [BODY.left, y, BODY.right, bottom] })
  return bottom
}
