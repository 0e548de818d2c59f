import { Button, makeStyles, Select, Text, tokens } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import { useFormat } from '../../../lib/preferences.ts'

const useStyles = makeStyles({
  note: { color: tokens.colorNeutralForeground2 },
  line: { display: 'flex', gap: '8px' },
  select: { flexGrow: 1, minWidth: 0 },
})

interface AddSpareSeatsProps {
  licenses: readonly TenantLicense[] | null | undefined
  kept: readonly string[]
  onAdd: (skuId: string) => void
}

/** Offers the licenses of which no seats are kept yet; only those whose seats cost anything. */
export function AddSpareSeats({ licenses, kept, onAdd }: AddSpareSeatsProps) {
  const styles = useStyles()
  const format = useFormat()
  const [chosen, setChosen] = useState('')
  if (licenses === undefined) return <Note text="Loading licenses..." />
  if (licenses === null)
    return <Note text="Failed to load licenses. Please try refreshing the page." />
  const offered = licenses
    .filter(({ skuId, savings }) => savings !== null && !kept.includes(skuId))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
  if (offered.length === 0)
    return kept.length > 0 ? null : <Note text="No paid license of this tenant is known." />
  return (
    <div className={styles.line}>
      <Select
        className={styles.select}
        aria-label="License to keep spare seats of"
        value={chosen}
        onChange={(_, { value }) => setChosen(value)}
      >
        <option value="">Choose a license</option>
        {offered.map(({ skuId, displayName, availableUnits }) => (
          <option key={skuId} value={skuId}>
            {displayName} ({format.number(availableUnits)} unassigned)
          </option>
        ))}
      </Select>
      <Button
        icon={<Add20Regular />}
        disabledFocusable={chosen === ''}
        onClick={() => {
          onAdd(chosen)
          setChosen('')
        }}
      >
        Add
      </Button>
    </div>
  )
}

function Note({ text }: { text: string }) {
  const styles = useStyles()
  return (
    <Text size={200} className={styles.note}>
      {text}
    </Text>
  )
}
