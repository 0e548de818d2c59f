import type { PdfDocument, StructureElement, StructureOptions } from './pdf-internals.ts'

/** The structure type of a part; drawings belong to a part or are decoration. */
type Tag = 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD' | 'Sect'

/** A part of the report's structure, read in the order in which parts are made. */
export interface Part {
  readonly add: (tag: Tag, options?: StructureOptions) => Part
  /** Draws what belongs to this part; may be called again, also on a later page. */
  readonly draw: (paint: () => void) => void
  /** Adds a part that is drawn at once and has no parts of its own. */
  readonly write: (tag: Tag, paint: () => void, options?: StructureOptions) => void
  /** Nothing will be added any more; what is ended need not be kept. */
  readonly end: () => void
}

export type Tagging = ReturnType<typeof createTagging>

export function createTagging(document: PdfDocument) {
  const partOf = (element: StructureElement, tag: string): Part => {
    const add: Part['add'] = (childTag, options) => {
      const child = document.struct(childTag, options)
      element.add(child)
      return partOf(child, childTag)
    }
    return {
      add,
      write: (childTag, paint, options) => {
        const part = add(childTag, options)
        part.draw(paint)
        part.end()
      },
      draw: (paint) => {
        const content = document.markStructureContent(tag)
        paint()
        document.endMarkedContent()
        element.add(content)
      },
      end: () => element.end(),
    }
  }
  const root = document.struct('Document')
  document.addStructure(root)
  return {
    root: partOf(root, 'Document'),
    /** Draws what is not read: rules, repeated headings, page numbers. */
    decorate: (paint: () => void): void => {
      document.markContent('Artifact', { type: 'Layout' })
      paint()
      document.endMarkedContent()
    },
  }
}
