import { textOn } from '@tenantscope/analysis/color-contrast'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'

import { COLORS } from './colors.ts'
import type { OpenedImage, PdfDocument } from './pdf-internals.ts'
import { BODY, SHEET } from './sheets.ts'
import type { Studio } from './sheets.ts'
import type { Part } from './tags.ts'
import type { TextStyle } from './text-lines.ts'
import { counted } from './words.ts'
import type { Words } from './words.ts'

export const OWN_NAME = 'Tenantscope'

const LEFT = BODY.left
const WIDTH = BODY.width
const LOGO = { width: 210, height: 70, top: 60 } as const
const BAND = { top: 250, padding: 44 } as const
const LABEL_WIDTH = 120
const FACT_LINE = 17

const NAME: TextStyle = { size: 16, weight: 'bold', color: COLORS.text }
const LABEL: TextStyle = { size: 10, weight: 'regular', color: COLORS.quiet }
const VALUE: TextStyle = { size: 10.5, weight: 'regular', color: COLORS.text }
const SMALL: TextStyle = { size: 8, weight: 'regular', color: COLORS.quiet }

export type Logo = OpenedImage

/** The first page: who made it, of whom, when, and how old the data is. */
export function drawCover(studio: Studio, words: Words, logo: Logo | undefined): void {
  const { sheets, tags } = studio
  sheets.open(true)
  const cover = tags.root.add('Sect')
  drawMaker(studio, cover, logo)
  const bottom = drawBand(studio, cover)
  drawFacts(studio, cover, { words, top: bottom + 52 })
  drawFoot(studio, cover, logo !== undefined)
  cover.end()
}

function drawMaker({ pdf, ink, set, look }: Studio, cover: Part, logo: Logo | undefined): void {
  const name = look.name ?? (logo === undefined ? OWN_NAME : null)
  let y = LOGO.top
  if (logo !== undefined) {
    const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
    const [width, height] = [logo.width * scale, logo.height * scale]
    const figure = cover.add('Figure', {
      alt: look.name === null ? 'Logo' : `Logo of ${look.name}`,
      bbox: [LEFT, y, LEFT + width, y + height],
    })
    figure.draw(() => {
      pdf.image(logo, LEFT, y, { width, height })
    })
    figure.end()
    y += height + 18
  }
  if (name === null) return
  const part = cover.add('P')
  part.draw(() => {
    for (const [at, line] of set.lines(name, NAME, WIDTH).slice(0, 3).entries())
      ink.text(line, LEFT, y + 14 + at * 21)
  })
  part.end()
}

/** The title and the tenant on a band of the maker's color; gives where it ends. */
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
    const part = cover.add(tag)
    part.draw(() => {
      for (const line of lines) {
        ink.text(line, LEFT, y)
        y += step
      }
    })
    part.end()
    y += 6
  }
  return BAND.top + height
}

function drawFacts(
  { ink, set, document }: Studio,
  cover: Part,
  { words, top }: { words: Words; top: number },
): void {
  const { tenant, summary, isRedacted } = document
  const people =
    summary.totalUsers === 1 ? 'one person' : `${words.number(summary.totalUsers)} people`
  const facts: [label: string, value: string | null | undefined][] = [
    ['Domain', isRedacted ? undefined : tenant.defaultDomainName],
    ['Made on', words.time(document.createdAt)],
    ['Data as of', words.time(document.dataAsOf)],
    ['Made by', isRedacted ? undefined : document.createdBy],
    ['Time zone', document.timeZone],
    ['Content', `${people}, ${counted(words, summary.totalLicenses, 'license')}`],
    ['Addresses', isRedacted ? 'Masked, as in every shared report' : undefined],
  ]
  let y = top
  for (const [label, value] of facts) {
    if (value === null || value === undefined) continue
    const part = cover.add('P')
    const at = y
    const lines = set.lines(value, VALUE, WIDTH - LABEL_WIDTH).slice(0, 4)
    part.draw(() => {
      // The blank keeps the two apart where the text is taken out.
      ink.text(set.line(`${label} `, LABEL), LEFT, at)
      for (const [line, each] of lines.entries())
        ink.text(each, LEFT + LABEL_WIDTH, at + line * FACT_LINE)
    })
    part.end()
    y += lines.length * FACT_LINE + 7
  }
}

function drawFoot({ ink, set, tags, look }: Studio, cover: Part, hasLogo: boolean): void {
  const y = SHEET.height - 36
  if (look.footer !== null) {
    const lines = set.lines(look.footer, SMALL, WIDTH).slice(0, 3)
    const part = cover.add('P')
    part.draw(() => {
      for (const [at, line] of lines.entries())
        ink.text(line, BODY.left, y - 22 - (lines.length - 1 - at) * 11)
    })
    part.end()
  }
  if (look.name === null && !hasLogo) return
  tags.decorate(() =>
    ink.roundBox({ x: BODY.left, y: y - 7, width: 8, height: 8 }, COLORS.brand, 2),
  )
  const part = cover.add('P')
  part.draw(() => ink.text(set.line(OWN_NAME, SMALL), BODY.left + 13, y))
  part.end()
}

/** Puts the logo into the file at once, so that the same report gives the same bytes. */
export async function embedLogo(pdf: PdfDocument, png: Uint8Array): Promise<Logo> {
  const logo = pdf.openImage(png)
  await new Promise<void>((resolve) => {
    const finalize = logo.finalize.bind(logo)
    // pdfkit unpacks a picture with transparency in the background and tells nobody when it is done.
    logo.finalize = () => {
      finalize()
      resolve()
    }
    logo.embed(pdf)
  })
  return logo
}
