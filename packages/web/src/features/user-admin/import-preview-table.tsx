import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { ImportPreview } from '@tenantscope/contract/users'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { StatusLabel } from '../../ui/status-label.tsx'
import { DirectoryPersonLabel } from './directory-person-label.tsx'
import { LEFT_OUT } from './import-words.ts'

const useStyles = makeStyles({
  table: { ...typographyStyles.body1, width: '100%', borderCollapse: 'collapse' },
  caption: HIDDEN_FROM_SIGHT,
  head: { ...typographyStyles.caption1Strong, padding: '4px 16px 4px 0', textAlign: 'start' },
  cell: {
    padding: '8px 16px 8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: tokens.fontWeightRegular,
  },
  by: {
    ...typographyStyles.caption1,
    display: 'block',
    color: tokens.colorNeutralForeground2,
  },
})

/** Everybody with what they would get, or why they would not. */
export function ImportPreviewTable({ people }: { people: readonly ImportPreview[] }) {
  const styles = useStyles()
  if (people.length === 0) return null
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Preview of the import</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.head}>
            Person
          </th>
          <th scope="col" className={styles.head}>
            Role
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.microsoftId}>
            <th scope="row" className={styles.cell}>
              <DirectoryPersonLabel person={person} />
            </th>
            <td className={styles.cell}>
              {person.leftOut === null ? (
                <RoleGiven person={person} />
              ) : (
                <StatusLabel tone="off">{LEFT_OUT[person.leftOut]}</StatusLabel>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RoleGiven({ person: { role, mappedBy } }: { person: ImportPreview }) {
  const styles = useStyles()
  return (
    <>
      {ROLE_NAMES[role]}
      <span className={styles.by}>
        {mappedBy === null ? (
          'No role mapping matches'
        ) : (
          <>
            By the mapping of <ForeignText wrap>{mappedBy}</ForeignText>
          </>
        )}
      </span>
    </>
  )
}
