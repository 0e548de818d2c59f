import { createRequire } from 'node:module'

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'

// Files are read back with a library that has no part in writing them.

/** A part of the structure; its text in lines, as the parts below it hold it. */
export interface ReadPart {
  readonly role: string
  readonly alt: string | undefined
  readonly text: string
  readonly parts: readonly ReadPart[]
}

export interface ReadPdf {
  /** Everything on a page, what is only decoration too. */
  readonly pages: readonly string[]
  /** What each page has of the structure. */
  readonly parts: readonly ReadPart[]
  readonly title: unknown
  readonly author: unknown
  readonly language: unknown
  readonly isMarked: boolean
  readonly bookmarks: readonly string[]
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false })
  try {
    const file = await task.promise
    const pages: string[] = []
    const parts: ReadPart[] = []
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number)
      const content = await page.getTextContent({
        includeMarkedContent: true,
        disableNormalization: true,
      })
      const { whole, byId } = textsOf(content.items)
      pages.push(whole)
      parts.push(partOf(StructureNode.parse(await page.getStructTree()), byId))
    }
    const { info } = await file.getMetadata()
    const { Title: title, Author: author, Language: language } = Info.parse(info)
    // A Map, whatever its type says.
    const markInfo: unknown = await file.getMarkInfo()
    const isMarked = markInfo instanceof Map && markInfo.get('Marked') === true
    const bookmarks = ((await file.getOutline()) ?? []).map(({ title }) => title)
    return { pages, parts, title, author, language, isMarked, bookmarks }
  } finally {
    await task.destroy()
  }
}

/** All parts of a role, in the order of reading. */
export function partsOf(parts: readonly ReadPart[], role: string): ReadPart[] {
  return parts.flatMap((part) =>
    part.role === role ? [part, ...partsOf(part.parts, role)] : partsOf(part.parts, role),
  )
}

const Info = z.object({ Title: z.unknown(), Author: z.unknown(), Language: z.unknown() })

const StructureNode = z.object({
  role: z.string().optional(),
  alt: z.string().optional(),
  type: z.string().optional(),
  id: z.string().optional(),
  get children(): z.ZodOptional<z.ZodArray<typeof StructureNode>> {
    return z.array(StructureNode).optional()
  },
})
type StructureNode = z.infer<typeof StructureNode>

function partOf(node: StructureNode, byId: ReadonlyMap<string, string>): ReadPart {
  const children = node.children ?? []
  const own = children.flatMap(({ type, id }) => (type === 'content' && id ? byId.get(id) : []))
  return {
    role: node.role ?? '',
    alt: node.alt,
    text: own.join('\n').trim(),
    parts: children.filter(isOnPage).map((child) => partOf(child, byId)),
  }
}

/** pdf.js also names the parts beside, whose content is on other pages. */
function isOnPage({ type, children = [] }: StructureNode): boolean {
  return type === undefined && children.some((child) => child.type === 'content' || isOnPage(child))
}

interface ContentItem {
  readonly type?: string
  readonly id?: string
  readonly str?: string
  readonly hasEOL?: boolean
}

function textsOf(items: readonly ContentItem[]) {
  const byId = new Map<string, string>()
  const open: (string | undefined)[] = []
  let whole = ''
  for (const { type, id, str = '', hasEOL = false } of items) {
    const text = str + (hasEOL ? '\n' : '')
    whole += text
    if (type === 'endMarkedContent') open.pop()
    else if (type !== undefined) open.push(id ?? open.at(-1))
    const part = open.at(-1)
    if (part !== undefined) byId.set(part, (byId.get(part) ?? '') + text)
  }
  return { whole, byId }
}

interface Qpdf {
  readonly FS: { writeFile(path: string, data: Uint8Array): void }
  callMain(args: readonly string[]): number
}

/** What `qpdf --check` ends with: 0 when the file is without fault. */
export async function checkWithQpdf(bytes: Uint8Array): Promise<number> {
  const require = createRequire(import.meta.url)
  const start: unknown = require('@neslinesli93/qpdf-wasm')
  if (!isStart(start)) throw new Error('qpdf cannot be started')
  const qpdf = await start({
    noInitialRun: true,
    locateFile: () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
  })
  qpdf.FS.writeFile('/report.pdf', bytes)
  return qpdf.callMain(['--no-warn', '--check', '/report.pdf'])
}

const isStart = (value: unknown): value is (options: object) => Promise<Qpdf> =>
  typeof value === 'function'
