import { Combobox, makeStyles, Option } from '@fluentui/react-components'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import type { TenantUsers } from '../../../lib/use-tenant-users.ts'
import { matchesSearch } from '../../../lib/user-search.ts'

const useStyles = makeStyles({ box: { minWidth: 0, width: '100%' } })

/** A longer list would be slow. */
const SHOWN = 50

interface ChosenUser {
  /** Empty: none is chosen. */
  userId: string
  name: string
}

interface UserComboboxProps {
  name: string
  people: TenantUsers
  chosen: ChosenUser
  /** Users that are chosen elsewhere. */
  takenIds: readonly string[]
  onChoose: (user: ChosenUser) => void
}

/** Selects one user of a tenant by name, user name or e-mail address. */
export function UserCombobox({ name, people, chosen, takenIds, onChoose }: UserComboboxProps) {
  const styles = useStyles()
  const [search, setSearch] = useState<string | null>(null)
  const found = people.users.filter(
    (user) =>
      (user.id === chosen.userId || !takenIds.includes(user.id)) &&
      matchesSearch(user, search ?? ''),
  )
  return (
    <Combobox
      className={styles.box}
      name={name}
      freeform
      autoComplete="off"
      placeholder={people.isComplete ? 'Search by name or email' : 'Loading...'}
      value={search ?? chosen.name}
      onChange={(event) => {
        setSearch(event.target.value)
        if (chosen.userId !== '') onChoose({ userId: '', name: '' })
      }}
      onOptionSelect={(_, { optionValue }) => {
        const user = people.users.find(({ id }) => id === optionValue)
        if (user === undefined) return
        setSearch(null)
        onChoose({ userId: user.id, name: user.name })
      }}
    >
      {found.slice(0, SHOWN).map((user) => (
        <Option key={user.id} value={user.id} text={user.name}>
          {labelOf(user)}
        </Option>
      ))}
    </Combobox>
  )
}

function labelOf({ name, userPrincipalName, accountEnabled }: TenantUser): string {
  const address = userPrincipalName === null ? '' : ` (${userPrincipalName})`
  return `${name}${address}${accountEnabled === false ? ', blocked' : ''}`
}
