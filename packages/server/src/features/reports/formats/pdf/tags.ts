import type { PdfDocument, StructureElement, StructureOptions } from './pdf-internals.ts'

/** What a part of the report is; what is drawn belongs to one of them or is decoration. */
type Tag = 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD' | 'Sect'

/** A part of the report's structure, read in the order in which parts are made. */
export interface Part {
  readonly add: (tag: Tag, options?: StructureOptions) => Part
  /** Draws what belongs to this part; may be called again, also on a later page. */
  readonly draw: (paint: () => void) => void
  /** Nothing will be added any more; what is ended need not be kept. */
  readonly end: () => void
}

export interface Tagging {
  readonly root: Part
  /** Draws what is not read: rules, repeated headings, page numbers. */
  readonly decorate: (paint: () => void) => void
}

export function createTagging(document: PdfDocument): Tagging {
  const partOf = (element: StructureElement, tag: string): Part => ({
    add: (childTag, options) => {
      const child = document.struct(childTag, options)
      element.add(child)
      return partOf(child, childTag)
    },
    draw: (paint) => {
      const content = document.markStructureContent(tag)
      paint()
      document.endMarkedContent()
      element.add(content)
    },
    end: () => element.end(),
  })
  const root = document.struct('Document')
  document.addStructure(root)
  return {
    root: partOf(root, 'Document'),
    decorate: (paint) => {
      document.markContent('Artifact', { type: 'Layout' })
      paint()
      document.endMarkedContent()
    },
  }
}
