import { Button, Field, Input, Select, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import type { Problems } from '../../../lib/body-problems.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useTextStyle } from '../../../ui/text-style.ts'
import { Text } from '../../../ui/text.tsx'
import type { SpareDraft } from './settings-draft.ts'

const useStyles = makeStyles({
  whole: { margin: 0, padding: 0, border: 'none', minWidth: 0, '& > * + *': { marginTop: '12px' } },
  legend: { padding: 0, marginBottom: '4px' },
  spare: {
    display: 'grid',
    gridTemplateColumns: '128px minmax(0, 1fr) 32px',
    alignItems: 'start',
    gap: '4px 12px',
    margin: 0,
    padding: '12px',
    minWidth: 0,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { gridColumn: '1 / -1', minWidth: 0 },
  // Fluent's inputs are wider by themselves.
  input: { width: '100%', minWidth: 0 },
  remove: { marginTop: '26px' },
  select: { flexGrow: 1, minWidth: 0 },
})

interface SpareSeatsFieldProps {
  spareSeats: readonly SpareDraft[]
  /** Undefined while they are loading; null where they could not be loaded. */
  licenses: readonly TenantLicense[] | null | undefined
  problems: Problems
  onChange: (spareSeats: readonly SpareDraft[]) => void
}

/** Seats that a tenant keeps unassigned on purpose, per SKU and with the reason. */
export function SpareSeatsField(props: SpareSeatsFieldProps) {
  const { spareSeats, licenses, problems, onChange } = props
  const styles = useStyles()
  const legend = useTextStyle({ variant: 'subtitle' }, styles.legend)
  const change = (index: number, changes: Partial<SpareDraft>) =>
    onChange(spareSeats.map((spare, at) => (at === index ? { ...spare, ...changes } : spare)))
  return (
    <fieldset className={styles.whole}>
      <legend className={legend}>Spare seats kept on purpose</legend>
      <Note>They do not count as waste or savings.</Note>
      {problems['spareSeats'] !== undefined && (
        <Text as="div" role="alert" variant="caption">
          {problems['spareSeats']}
        </Text>
      )}
      {spareSeats.map((spare, index) => (
        <SpareSeatsItem
          key={spare.skuId}
          spare={spare}
          license={licenses?.find(({ skuId }) => skuId === spare.skuId)}
          isListed={Array.isArray(licenses)}
          seatsProblem={problems[`spareSeats.${index}.seats`]}
          reasonProblem={problems[`spareSeats.${index}.reason`]}
          onChange={(changes) => change(index, changes)}
          onRemove={() => onChange(spareSeats.filter((_, at) => at !== index))}
        />
      ))}
      <AddSpareSeats
        licenses={licenses}
        kept={spareSeats.map(({ skuId }) => skuId)}
        onAdd={(skuId) => onChange([...spareSeats, { skuId, seats: '', reason: '' }])}
      />
    </fieldset>
  )
}

interface SpareSeatsItemProps {
  spare: SpareDraft
  license: TenantLicense | undefined
  /** Whether the tenant's licenses are known. */
  isListed: boolean
  seatsProblem: string | undefined
  reasonProblem: string | undefined
  onChange: (changes: Partial<SpareDraft>) => void
  onRemove: () => void
}

function SpareSeatsItem(props: SpareSeatsItemProps) {
  const { spare, license, isListed, seatsProblem, reasonProblem, onChange, onRemove } = props
  const styles = useStyles()
  const format = useFormat()
  const name = license?.displayName ?? spare.skuId
  return (
    <fieldset className={styles.spare} aria-label={name}>
      <div className={styles.name}>
        <ForeignText variant="strong">{name}</ForeignText>
        {license && (
          <Note>
            {`${format.number(license.availableUnits)} of ${format.number(license.enabledUnits)} seats are unassigned`}
          </Note>
        )}
        {!license && isListed && <Note>No longer among the licenses of this tenant</Note>}
      </div>
      <Field label="Seats" required {...fieldProblem(seatsProblem)}>
        <Input
          className={styles.input}
          inputMode="numeric"
          value={spare.seats}
          onChange={(_, { value }) => onChange({ seats: value })}
        />
      </Field>
      <Field label="Reason" required {...fieldProblem(reasonProblem)}>
        <Input
          className={styles.input}
          value={spare.reason}
          onChange={(_, { value }) => onChange({ reason: value })}
        />
      </Field>
      <IconButton
        className={styles.remove}
        icon={<Delete20Regular />}
        label={`Remove spare seats of ${name}`}
        hint="Remove"
        onClick={onRemove}
      />
    </fieldset>
  )
}

interface AddSpareSeatsProps extends Pick<SpareSeatsFieldProps, 'licenses'> {
  kept: readonly string[]
  onAdd: (skuId: string) => void
}

/** Offers the paid licenses without spare seats. */
function AddSpareSeats({ licenses, kept, onAdd }: AddSpareSeatsProps) {
  const styles = useStyles()
  const format = useFormat()
  const [chosen, setChosen] = useState('')
  if (licenses === undefined) return <Note>Loading licenses...</Note>
  if (licenses === null)
    return <Note>Failed to load licenses. Please try refreshing the page.</Note>
  const offered = licenses
    .filter(({ skuId, savings }) => savings !== null && !kept.includes(skuId))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
  if (offered.length === 0)
    return kept.length > 0 ? null : <Note>No paid license of this tenant is known.</Note>
  return (
    <Stack row gap={8}>
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
    </Stack>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Text as="div" variant="caption" muted>
      {children}
    </Text>
  )
}
