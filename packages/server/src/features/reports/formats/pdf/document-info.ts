import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'

import type { ReportToWrite } from '../report-writer.ts'
import { OWN_NAME } from './cover.ts'
import { drawable } from './drawable-text.ts'
import { createPdfDocument } from './pdf-internals.ts'
import type { PdfDocument } from './pdf-internals.ts'

/** An empty tagged file. Whatever it says of itself comes from the report, so that its bytes do too. */
export function createReportPdf({ document, look }: ReportToWrite): PdfDocument {
  const created = new Date(document.createdAt)
  const title = drawable(
    `${REPORT_TYPE_NAMES[document.reportType]}: ${document.tenant.displayName}`,
  )
  const author = drawable(look.name ?? OWN_NAME)
  const pdf = createPdfDocument({
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: false,
    // None of the fonts that every viewer is said to have: all are in the file.
    font: '',
    info: { Title: title, Author: author, Creator: OWN_NAME, CreationDate: created },
  })
  // pdfkit writes the names into XML as they are.
  pdf._addInfo = () =>
    pdf.appendXML(`
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmlns:dc="http://purl.org/dc/elements/1.1/">
        <xmp:CreateDate>${created.toISOString()}</xmp:CreateDate>
        <xmp:CreatorTool>${OWN_NAME}</xmp:CreatorTool>
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
        <dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>
        <dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>
      </rdf:Description>`)
  return pdf
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
