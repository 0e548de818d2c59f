import type { Page } from '@playwright/test'

/** The visible cells of a screen with their sizes. */
interface SeenTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly widths: readonly number[]
  readonly rowPx: number
  readonly box: { readonly width: number; readonly height: number }
}

/** Reads the cells in sight of the app's grid. */
export async function tableInSight(page: Page): Promise<SeenTable> {
  return page.evaluate(readTable)
}

/** The same cells as a plain table without any script: the page that cannot be beaten. */
export function plainPage(seen: SeenTable, options: PlainOptions): string {
  const { columns = seen.header.length, rows } = options
  const order = Array.from({ length: columns }, (_, index) =>
    index < seen.header.length ? index : 1 + (index % (seen.header.length - 1)),
  )
  const widths = order.map((index) => seen.widths[index] ?? 0)
  const cells = (texts: readonly string[], tag: string) =>
    order.map((index) => `<${tag}>${escaped(texts[index] ?? '')}</${tag}>`).join('')
  const body = Array.from({ length: rows }, (_, row) => seen.rows[row % seen.rows.length] ?? [])
    .map((texts) => `<tr>${cells(texts, 'td')}</tr>`)
    .join('')
  const whole = widths.reduce((sum, width) => sum + width, 0)
  return `<!doctype html><meta charset="utf-8"><title>Plain</title><style>
body { margin: 0; font: 14px/20px 'Segoe UI', system-ui, sans-serif }
#box { overflow: ${options.isPage ? 'visible' : 'auto'}; width: ${seen.box.width}px; ${options.isPage ? '' : `height: ${seen.box.height}px;`} background: #fff }
table { table-layout: fixed; border-collapse: collapse; width: ${whole}px }
tr { height: ${seen.rowPx}px }
td, th { padding: 0 8px; border-bottom: 1px solid #e0e0e0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
</style><div id="box"><table><colgroup>${widths.map((width) => `<col style="width:${width}px">`).join('')}</colgroup><thead><tr>${cells(seen.header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`
}

interface PlainOptions {
  readonly rows: number
  /** All that there are, where the table scrolls sideways; else those in sight. */
  readonly columns?: number
  /** The page scrolls, not the box. */
  readonly isPage: boolean
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Runs in the page: it knows nothing of this file. */
function readTable(): SeenTable {
  const grid = document.querySelector('[role="grid"]')
  if (!grid) throw new Error('There is no grid')
  const bounds = grid.getBoundingClientRect()
  const isSeen = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > bounds.left && left < Math.min(bounds.right, innerWidth)
  }
  const [first, ...rows] = Array.from(grid.querySelectorAll('[role="row"]'))
  if (!first) throw new Error('The grid has no header')
  const cellsOf = (row: Element) =>
    Array.from(row.children).filter((cell) => cell.hasAttribute('role') && isSeen(cell))
  const textsOf = (row: Element) => cellsOf(row).map(({ textContent }) => textContent.trim())
  const isInSight = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > bounds.top && top < Math.min(bounds.bottom, innerHeight)
  }
  return {
    header: textsOf(first),
    rows: rows.filter(isInSight).map(textsOf),
    widths: cellsOf(first).map((cell) => Math.round(cell.getBoundingClientRect().width)),
    rowPx: Math.round(rows[0]?.getBoundingClientRect().height ?? 44),
    box: { width: Math.round(bounds.width), height: Math.round(bounds.height) },
  }
}
