import type { PlacedGlyph } from './font-face.ts'
import type { PdfDocument, PdfReference } from './pdf-internals.ts'
import type { Line } from './text-lines.ts'
import type { Run } from './text-runs.ts'

export type Ink = ReturnType<typeof createInk>

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
type Point = readonly [x: number, y: number]
interface Origin {
  readonly left: number
  readonly y: number
  readonly size: number
}

/** Draws on the open page. Positions are in points from the page's upper left corner. */
export function createInk(document: PdfDocument) {
  const put = (content: string): void => void document.addContent(content)
  const drawings = new Map<string, PdfReference>()
  /** Signs without a text of their own are drawn as shapes, so that nothing is read for them. */
  const signs = (placed: readonly PlacedGlyph[], { left, y, size }: Origin): string => {
    let content = ''
    let x = left
    for (const { glyph, advance, dx, dy } of placed) {
      if ('path' in glyph && glyph.path !== '') {
        const drawing = drawings.get(glyph.name) ?? createDrawing(document, glyph.path)
        drawings.set(glyph.name, drawing)
        document.page.xobjects[glyph.name] = drawing
        const scale = size / 1_000
        const place = [scale, 0, 0, -scale, x + dx * scale, y - dy * scale]
        content += `\nq ${place.map((value) => fine(value)).join(' ')} cm /${glyph.name} Do Q`
      }
      x += (advance * size) / 1_000
    }
    return content
  }
  return {
    /** `y` is the baseline. */
    text: (line: Line, x: number, y: number): void => {
      const { size, color } = line.style
      let content = fillOf(color)
      for (const run of line.runs) {
        const left = x + (run.x * size) / 1_000
        const shown = `BT\n/${run.face.id} ${size} Tf\n1 0 0 -1 ${n(left)} ${n(y)} Tm\n${operators(run, size)}\nET`
        document.page.fonts[run.face.id] ??= run.face.reference()
        content += run.text === undefined ? `\n${shown}` : read(shown, run.text)
        if (run.placed !== undefined) content += signs(run.placed, { left, y, size })
      }
      put(content)
    },
    box: ({ x, y, width, height }: Box, color: string): void =>
      put(`${fillOf(color)}\n${n(x)} ${n(y)} ${n(width)} ${n(height)} re f`),
    /** Draws a box with round corners. */
    roundBox: (box: Box, color: string, radius: number): void =>
      put(`${fillOf(color)}\n${roundPath(box, radius)} f`),
    rule: ([x1, y1]: Point, [x2, y2]: Point, { color, width }: { color: string; width: number }) =>
      put(`${rgb(color)} RG ${n(width)} w\n${n(x1)} ${n(y1)} m ${n(x2)} ${n(y2)} l S`),
  }
}

const HUGE = 4_000

function createDrawing(document: PdfDocument, path: string): PdfReference {
  const drawing = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [-HUGE, -HUGE, HUGE, HUGE],
    Resources: {},
  })
  drawing.end(Buffer.from(`${path} f`))
  return drawing
}

function operators({ codes, placed }: Run, size: number): string {
  if (placed === undefined) return `<${codes}> Tj`
  return placed.map((glyph) => placedGlyph(glyph, size)).join('\n')
}

/** TJ moves to the left by thousandths of the size; Ts lifts. */
function placedGlyph({ glyph, advance, dx, dy }: PlacedGlyph, size: number): string {
  if (!('code' in glyph)) return advance === 0 ? '' : `[${n(-advance)}] TJ`
  const before = dx === 0 ? '' : `${n(-dx)} `
  const after = glyph.width + dx - advance
  const shown = `[${before}<${glyph.code}>${Math.abs(after) < 0.01 ? '' : ` ${n(after)}`}] TJ`
  return dy === 0 ? shown : `${n((dy * size) / 1_000)} Ts\n${shown}\n0 Ts`
}

/** Marks what is shown as standing for a text, for readers that take it from there. */
function read(shown: string, text: string): string {
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex')
  return `\n/Span <</ActualText <feff${hex}>>> BDC\n${shown}\nEMC`
}

/** Distance of the handles of a quarter circle from its ends. */
const QUARTER = 0.5523

function roundPath({ x, y, width, height }: Box, wanted: number): string {
  const radius = Math.min(wanted, width / 2, height / 2)
  const [right, bottom, handle] = [x + width, y + height, radius * (1 - QUARTER)]
  const curve = (...points: number[]) => `${points.map(n).join(' ')} c`
  return [
    `${n(x + radius)} ${n(y)} m ${n(right - radius)} ${n(y)} l`,
    curve(right - handle, y, right, y + handle, right, y + radius),
    `${n(right)} ${n(bottom - radius)} l`,
    curve(right, bottom - handle, right - handle, bottom, right - radius, bottom),
    `${n(x + radius)} ${n(bottom)} l`,
    curve(x + handle, bottom, x, bottom - handle, x, bottom - radius),
    `${n(x)} ${n(y + radius)} l`,
    curve(x, y + handle, x + handle, y, x + radius, y),
  ].join(' ')
}

const fills = new Map<string, string>()

function fillOf(color: string): string {
  const fill = fills.get(color) ?? `${rgb(color)} rg`
  fills.set(color, fill)
  return fill
}

function rgb(color: string): string {
  return [1, 3, 5].map((at) => n(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
}

/** A number as a page's content has it. */
const n = (value: number): string => String(Math.round(value * 1_000) / 1_000)
const fine = (value: number): string => String(Math.round(value * 100_000) / 100_000)
