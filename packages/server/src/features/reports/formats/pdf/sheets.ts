import type { ReportHead } from '@tenantscope/contract/report-document'

import type { ReportToWrite } from '../report-writer.ts'
import { COLORS } from './colors.ts'
import type { Ink } from './ink.ts'
import type { PdfDocument } from './pdf-internals.ts'
import type { Tagging } from './tags.ts'
import type { TextStyle, Typesetter } from './text-lines.ts'

/** A4, in points. */
export const SHEET = { width: 595.28, height: 841.89 } as const
const MARGIN = 42
/** The area between the margins. */
export const BODY = {
  left: MARGIN,
  right: SHEET.width - MARGIN,
  width: SHEET.width - 2 * MARGIN,
  top: 72,
  bottom: SHEET.height - 62,
} as const

/** The tools for drawing a part of the report. */
export interface Studio<Document extends ReportHead = ReportHead> extends ReportToWrite<Document> {
  readonly pdf: PdfDocument
  readonly ink: Ink
  readonly set: Typesetter
  readonly tags: Tagging
  readonly sheets: {
    /** Opens the next page with its heading, footer and number; the cover has no heading. */
    readonly open: (isCover?: boolean) => void
  }
}

const SMALL: TextStyle = { size: 7.5, weight: 'regular', color: COLORS.quiet }
const FOOT_LINE = 10

export function createSheets(
  studio: Omit<Studio, 'sheets'>,
  { title, pageCount }: { title: string; pageCount: number },
): Studio['sheets'] {
  const { pdf, ink, set, tags, look, document } = studio
  let page = 0
  const heading = () => {
    const left = set.line(look.name ?? 'Tenantscope', SMALL, BODY.width / 2 - 8)
    const right = set.line(`${title}: ${document.tenant.displayName}`, SMALL, BODY.width / 2 - 8)
    ink.text(left, BODY.left, 36)
    ink.text(right, BODY.right - right.width, 36)
    ink.box({ x: BODY.left, y: 44, width: BODY.width, height: 2 }, look.accentColor)
  }
  const foot = () => {
    const number = set.line(`Page ${page} of ${pageCount}`, SMALL)
    const y = SHEET.height - 36
    ink.rule([BODY.left, y - 12], [BODY.right, y - 12], { color: COLORS.rule, width: 0.5 })
    ink.text(number, BODY.right - number.width, y)
    if (look.footer === null || page === 1) return
    const lines = set.lines(look.footer, SMALL, BODY.width - number.width - 24)
    for (const [at, line] of lines.slice(0, 2).entries())
      ink.text(line, BODY.left, y + at * FOOT_LINE)
  }
  return {
    open: (isCover = false) => {
      pdf.addPage({ size: [SHEET.width, SHEET.height], margin: 0 })
      page += 1
      tags.decorate(() => {
        if (!isCover) heading()
        foot()
      })
    },
  }
}
