import { Button, makeStyles, SearchBox } from '@fluentui/react-components'
import { USERS_SHOWN } from '@tenantscope/contract/limits'

import type { UserChoice } from './use-user-choice.ts'

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  search: { flexGrow: 1, maxWidth: '400px' },
})

interface UserToolbarProps {
  choice: UserChoice
  total: number
}

/** Searches people, and shows all of them or only the first. */
export function UserToolbar({ choice, total }: UserToolbarProps) {
  const styles = useStyles()
  return (
    <div className={styles.bar}>
      <SearchBox
        className={styles.search}
        aria-label="Search people"
        placeholder="Search by name or email"
        value={choice.search}
        onChange={(_, { value }) => choice.setSearch(value)}
      />
      {total > USERS_SHOWN && (
        <Button aria-expanded={choice.isWhole} onClick={() => choice.setWhole(!choice.isWhole)}>
          {choice.isWhole ? 'Show Less' : 'Show All'}
        </Button>
      )}
    </div>
  )
}
