import { setImmediate as nextTurn } from 'node:timers/promises'

import { ReportDocument } from '@tenantscope/contract/report-document'

/** People that are written in one piece; what else waits gets its turn in between. */
const SLICE = 500

const LICENSES = ',"licenses":['
const USERS = '],"users":['

/**
 * A report as it is stored, which is its JSON file. What PostgreSQL refuses in a text, NUL and halves
 * of surrogate pairs, stands in JSON as escapes. The lists come last, so that the head can be read alone.
 */
export async function documentText(document: ReportDocument): Promise<string> {
  const { licenses, users, ...head } = document
  const parts = [JSON.stringify(head).slice(0, -1), LICENSES, itemsText(licenses), USERS]
  for (let start = 0; start < users.length; start += SLICE) {
    if (start > 0) parts.push(',')
    parts.push(itemsText(users.slice(start, start + SLICE)))
    await nextTurn()
  }
  parts.push(']}')
  return parts.join('')
}

const itemsText = (items: readonly object[]): string => JSON.stringify(items).slice(1, -1)

const DocumentHead = ReportDocument.omit({ licenses: true, users: true })

/** What a stored report tells of itself, without its lists: those of many people take long to parse. */
export function documentHead(text: string) {
  // Quotes within a name are escaped, so these characters stand at one place only.
  return DocumentHead.parse(JSON.parse(`${text.slice(0, text.indexOf(LICENSES))}}`))
}
