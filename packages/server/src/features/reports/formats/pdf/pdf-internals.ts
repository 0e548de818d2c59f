import PdfKit from 'pdfkit'

// What of pdfkit 0.20 is used beyond its documented calls. Its version is pinned; the tests open what
// was written with another library, so that a change of these would be noticed.

/** A font as pdfkit embeds it: the glyphs used so far, their widths (1/1000 em) and their text. */
export interface EmbeddedFont {
  readonly id: string
  readonly font: {
    readonly unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): FontGlyph
    getGlyph(id: number, codePoints: readonly number[]): FontGlyph
  }
  readonly subset: { readonly glyphs: number[]; includeGlyph(id: number): number }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  ref(): unknown
}

export interface FontGlyph {
  readonly id: number
  readonly advanceWidth: number
  readonly path: {
    readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[]
  }
}

export interface OpenedImage {
  readonly width: number
  readonly height: number
  finalize(): void
  embed(document: PdfDocument): void
}

export interface StructureElement {
  add(child: StructureElement | StructureContent): unknown
  end(): void
}
type StructureContent = ReturnType<PDFKit.PDFDocument['markStructureContent']>

export interface PdfReference {
  end(content?: Uint8Array): void
}

/** pdfkit's document with what its types leave out. */
export type PdfDocument = Omit<
  PDFKit.PDFDocument,
  'page' | 'ref' | 'image' | 'struct' | 'addStructure'
> & {
  readonly page: {
    readonly fonts: Record<string, unknown>
    readonly xobjects: Record<string, unknown>
  }
  readonly _font: EmbeddedFont
  _addInfo: () => void
  appendXML(xml: string): void
  ref(data: object): PdfReference
  image(image: OpenedImage, x: number, y: number, size: { width: number; height: number }): unknown
  openImage(source: Uint8Array): OpenedImage
  struct(type: string, options?: StructureOptions): StructureElement
  addStructure(element: StructureElement): void
}

export interface StructureOptions {
  /** Alternative text of a picture. */
  alt?: string
  scope?: 'Column' | 'Row'
  bbox?: readonly [left: number, top: number, right: number, bottom: number]
}

export function createPdfDocument(options: PDFKit.PDFDocumentOptions): PdfDocument {
  const document: unknown = new PdfKit(options)
  if (!isPdfDocument(document)) throw new Error('unexpected version of pdfkit')
  return document
}

function isPdfDocument(document: unknown): document is PdfDocument {
  return document instanceof PdfKit && '_font' in document && '_addInfo' in document
}
