import { makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useState } from 'react'

import type { UserKind } from './users.queries.ts'

const useStyles = makeStyles({
  search: { flex: '1 1 240px', maxWidth: '360px', minWidth: 0 },
  select: { flex: '0 1 auto', minWidth: '160px' },
})

/** Long enough to write the next letter. */
const TYPING_MS = 250

const KINDS = {
  all: 'All',
  local: 'Local',
  microsoft: 'Microsoft',
  administrators: 'Administrators',
  disabled: 'Disabled',
} as const satisfies Record<UserKind, string>

/** What an address asks for; anything else is all. */
export function kindOf(type: string | undefined): UserKind {
  return (
    Object.keys(KINDS)
      .filter(isKind)
      .find((kind) => kind === type) ?? 'all'
  )
}

function isKind(name: string): name is UserKind {
  return name in KINDS
}

interface UserFiltersProps {
  q: string
  kind: UserKind
  onSearch: (q: string) => void
  onChoose: (kind: UserKind) => void
}

/** Search as one types, and the kinds of people. */
export function UserFilters({ q, kind, onSearch, onChoose }: UserFiltersProps) {
  const styles = useStyles()
  const [text, setText] = useTypedSearch(q, onSearch)
  return (
    <>
      <SearchBox
        className={styles.search}
        aria-label="Search users"
        placeholder="Search name, user name or e-mail..."
        maxLength={200}
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      <Select
        className={styles.select}
        aria-label="Show"
        value={kind}
        onChange={(_, { value }) => onChoose(kindOf(value))}
      >
        {Object.entries(KINDS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </>
  )
}

/** The words in the field; told a moment after they were typed, and following an address that changes by itself. */
function useTypedSearch(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q)
  const [told, setTold] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    if (q !== told) {
      setTold(q)
      setText(q)
    }
  }
  const tell = useEffectEvent((words: string) => {
    setTold(words)
    onSearch(words)
  })
  const words = text.trim()
  useEffect(() => {
    if (words === told) return undefined
    const timer = setTimeout(() => tell(words), TYPING_MS)
    return () => clearTimeout(timer)
  }, [words, told])
  return [text, setText] as const
}
