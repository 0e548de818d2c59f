import { makeStyles } from '@fluentui/react-components'
import type { MalformedRows } from '@tenantscope/contract/parts'

import { Notice } from '../../ui/notice.tsx'
import { partName } from './part-note.tsx'

const useStyles = makeStyles({
  parts: { margin: '4px 0 0', paddingInlineStart: '24px', overflowWrap: 'anywhere' },
})

/** Names the rows of a tenant that were left out because they cannot be read. */
export function MalformedRowsNotice({ parts }: { parts: readonly MalformedRows[] }) {
  const styles = useStyles()
  if (parts.length === 0) return null
  return (
    <Notice intent="warning" title="Some rows could not be read">
      Microsoft sent values that are too long, out of range or of the wrong kind. These rows are not
      in any list or figure:
      <ul className={styles.parts}>
        {parts.map((rows) => (
          <li key={rows.part}>{rowsText(rows)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function rowsText({ part, malformed, named }: MalformedRows): string {
  const rows = named.map(({ id, field }) => (id === null ? field : `${id} (${field})`))
  const more = malformed > named.length ? `, and ${malformed - named.length} more` : ''
  return `${partName(part)}, ${malformed}: ${rows.join(', ')}${more}`
}
