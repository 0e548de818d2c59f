import { makeStyles, SearchBox, Select } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { ReactNode } from 'react'

import type { Holders, MatrixChoice } from './matrix-people.ts'

const NARROW = { '@media (max-width: 639px)': { flexBasis: '100%', maxWidth: 'none' } } as const

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  search: { flexGrow: 1, flexBasis: '240px', maxWidth: '400px', ...NARROW },
  holders: { flexBasis: '240px', flexShrink: 1, minWidth: 0, ...NARROW },
  end: { marginInlineStart: 'auto' },
})

interface MatrixToolbarProps {
  choice: MatrixChoice
  licenses: readonly TenantLicense[]
  onChange: (changes: Partial<MatrixChoice>) => void
  /** Stands at the end of the line. */
  children: ReactNode
}

/** Chooses whose rows are shown. */
export function MatrixToolbar({ choice, licenses, onChange, children }: MatrixToolbarProps) {
  const styles = useStyles()
  return (
    <div className={styles.bar}>
      <SearchBox
        className={styles.search}
        aria-label="Search people"
        placeholder="Search by name or email"
        value={choice.search}
        onChange={(_, { value }) => onChange({ search: value })}
      />
      <Select
        className={styles.holders}
        aria-label="People to show"
        value={valueOf(choice.holders)}
        onChange={(_, { value }) => onChange({ holders: holdersOf(value) })}
      >
        <option value="everybody">Everybody</option>
        <option value="licensed">Only people with a license</option>
        <optgroup label="Only people with">
          {licenses.map(({ skuId, displayName }) => (
            <option key={skuId} value={HOLDERS_OF + skuId}>
              {displayName}
            </option>
          ))}
        </optgroup>
      </Select>
      <div className={styles.end}>{children}</div>
    </div>
  )
}

const HOLDERS_OF = 'holders:'

function valueOf(holders: Holders): string {
  return holders.kind === 'holders' ? HOLDERS_OF + holders.skuId : holders.kind
}

function holdersOf(value: string): Holders {
  if (value.startsWith(HOLDERS_OF))
    return { kind: 'holders', skuId: value.slice(HOLDERS_OF.length) }
  return { kind: value === 'licensed' ? 'licensed' : 'everybody' }
}
