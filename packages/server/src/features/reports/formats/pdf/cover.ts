import { textOn } from '@tenantscope/analysis/color-contrast'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'

import { COLORS } from './colors.ts'
import type { OpenedImage, PdfDocument } from './pdf-internals.ts'
import { BODY, SHEET } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { TextStyle } from './text-lines.ts'
import type { Words } from './words.ts'

export const OWN_NAME = 'Tenantscope'

const LEFT = BODY.left
const WIDTH = BODY.width
const LOGO = { width: 210, height: 70, top: 60 } as const
const BAND = { top: 250, padding: 44 } as const
const LABEL_WIDTH = 120
const FACT_LINE = 17

const NAME: TextStyle = { size: 16, weight: 'bold', color: COLORS.text }
const STATEMENT: TextStyle = { size: 13, weight: 'bold', color: COLORS.text }
const LABEL: TextStyle = { size: 10, weight: 'regular', color: COLORS.quiet }
const VALUE: TextStyle = { size: 10.5, weight: 'regular', color: COLORS.text }
const SMALL: TextStyle = { size: 8, weight: 'regular', color: COLORS.quiet }

export type Logo = OpenedImage

/** What the first page says of a report beside its head. */
export interface CoverText {
  /** What was found, as one sentence. */
  readonly statement: string
  /** Facts of this type of report; a value that is null is left out. */
  readonly facts: readonly Fact[]
}

type Fact = readonly [label: string, value: string | null]

interface Cover {
  readonly words: Words
  readonly logo: Logo | undefined
  readonly text: CoverText
}

/** The first page: who made it, of whom, when, and how old the data is. */
export function drawCover(studio: Studio, { words, logo, text }: Cover): void {
  const { sheets, tags } = studio
  sheets.open(true)
  const cover = tags.root.add('Sect')
  drawIssuer(studio, cover, logo)
  const bottom = drawBand(studio, cover)
  const top = drawStatement(studio, cover, { statement: text.statement, top: bottom + 46 })
  drawFacts(studio, cover, { words, facts: text.facts, top: top + 34 })
  drawFoot(studio, cover, logo !== undefined)
  cover.end()
}

function drawIssuer({ pdf, ink, set, look }: Studio, cover: Part, logo: Logo | undefined): void {
  const name = look.name ?? (logo === undefined ? OWN_NAME : null)
  let y = LOGO.top
  if (logo !== undefined) {
    const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
    const [width, height] = [logo.width * scale, logo.height * scale]
    const alt = look.name === null ? 'Logo' : `Logo of ${look.name}`
    const bbox = [LEFT, y, LEFT + width, y + height] as const
    const top = y
    cover.write('Figure', () => void pdf.image(logo, LEFT, top, { width, height }), { alt, bbox })
    y += height + 18
  }
  if (name === null) return
  cover.write('P', () => {
    for (const [at, line] of set.lines(name, NAME, WIDTH).slice(0, 3).entries())
      ink.text(line, LEFT, y + 14 + at * 21)
  })
}

/** The title and the tenant on a band of the creator's color; gives where it ends. */
function drawBand({ ink, set, tags, look, document }: Studio, cover: Part): number {
  const color = textOn(look.accentColor)
  const title = set.lines(
    REPORT_TYPE_NAMES[document.reportType],
    { size: 30, weight: 'bold', color },
    WIDTH,
  )
  const tenant = set.lines(
    document.tenant.displayName,
    { size: 18, weight: 'regular', color },
    WIDTH,
  )
  const height = 2 * BAND.padding + title.length * 38 + 10 + tenant.length * 25
  tags.decorate(() => ink.box({ x: 0, y: BAND.top, width: SHEET.width, height }, look.accentColor))
  let y = BAND.top + BAND.padding + 26
  for (const [tag, lines, step] of [
    ['H1', title, 38],
    ['P', tenant, 25],
  ] as const) {
    cover.write(tag, () => {
      for (const line of lines) {
        ink.text(line, LEFT, y)
        y += step
      }
    })
    y += 6
  }
  return BAND.top + height
}

/** What was found and what it costs, as one sentence; returns where it ends. */
function drawStatement(
  { ink, set }: Studio,
  cover: Part,
  { statement, top }: { statement: string; top: number },
): number {
  const lines = set.lines(statement, STATEMENT, WIDTH)
  cover.write('P', () => {
    for (const [at, line] of lines.entries()) ink.text(line, LEFT, top + at * 19)
  })
  return top + (lines.length - 1) * 19
}

function drawFacts(
  { ink, set, document }: Studio,
  cover: Part,
  { words, facts, top }: { words: Words; facts: readonly Fact[]; top: number },
): void {
  const { tenant, isRedacted } = document
  const all: (readonly [label: string, value: string | null | undefined])[] = [
    ['Domain', isRedacted ? undefined : tenant.defaultDomainName],
    ['Made on', words.time(document.createdAt)],
    ['Data as of', words.time(document.dataAsOf)],
    ['Made by', isRedacted ? undefined : document.createdBy],
    ['Time zone', document.timeZone],
    ...facts,
  ]
  let y = top
  for (const [label, value] of all) {
    if (value === null || value === undefined) continue
    const at = y
    const lines = set.lines(value, VALUE, WIDTH - LABEL_WIDTH).slice(0, 4)
    cover.write('P', () => {
      // The blank keeps the two apart where the text is taken out.
      ink.text(set.line(`${label} `, LABEL), LEFT, at)
      for (const [line, each] of lines.entries())
        ink.text(each, LEFT + LABEL_WIDTH, at + line * FACT_LINE)
    })
    y += lines.length * FACT_LINE + 7
  }
}

function drawFoot({ ink, set, tags, look }: Studio, cover: Part, hasLogo: boolean): void {
  const y = SHEET.height - 36
  if (look.footer !== null) {
    const lines = set.lines(look.footer, SMALL, WIDTH).slice(0, 3)
    cover.write('P', () => {
      for (const [at, line] of lines.entries())
        ink.text(line, BODY.left, y - 22 - (lines.length - 1 - at) * 11)
    })
  }
  if (look.name === null && !hasLogo) return
  tags.decorate(() =>
    ink.roundBox({ x: BODY.left, y: y - 7, width: 8, height: 8 }, COLORS.brand, 2),
  )
  cover.write('P', () => ink.text(set.line(OWN_NAME, SMALL), BODY.left + 13, y))
}

/** Puts the logo into the file at once, so that the same report gives the same bytes. */
export async function embedLogo(pdf: PdfDocument, png: Uint8Array): Promise<Logo> {
  const logo = pdf.openImage(png)
  await new Promise<void>((resolve) => {
    const finalize = logo.finalize.bind(logo)
    // pdfkit decodes a transparent picture in the background and does not report when it is done.
    logo.finalize = () => {
      finalize()
      resolve()
    }
    logo.embed(pdf)
  })
  return logo
}
