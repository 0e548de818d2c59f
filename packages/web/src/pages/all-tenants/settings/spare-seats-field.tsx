import {
  Button,
  Field,
  Input,
  makeStyles,
  Text,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import { useFormat } from '../../../lib/preferences.ts'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { AddSpareSeats } from './add-spare-seats.tsx'
import type { Problems, SpareDraft } from './settings-draft.ts'

const useStyles = makeStyles({
  whole: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  legend: { ...typographyStyles.subtitle2, padding: 0, marginBottom: '4px' },
  note: { color: tokens.colorNeutralForeground2 },
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
  name: { ...typographyStyles.body1Strong, gridColumn: '1 / -1', minWidth: 0 },
  // Fluent's inputs are wider by themselves.
  input: { width: '100%', minWidth: 0 },
  remove: { marginTop: '26px' },
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
  const change = (index: number, changes: Partial<SpareDraft>) =>
    onChange(spareSeats.map((spare, at) => (at === index ? { ...spare, ...changes } : spare)))
  return (
    <fieldset className={styles.whole}>
      <legend className={styles.legend}>Spare seats kept on purpose</legend>
      <Text size={200} className={styles.note}>
        They are no waste: savings leave them out.
      </Text>
      {problems['spareSeats'] !== undefined && (
        <Text role="alert" size={200}>
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
  /** Whether the tenant's licenses are known, so that an absent one is really gone. */
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
        <ForeignText>{name}</ForeignText>
        {license !== undefined && (
          <Text size={200} className={styles.note}>
            {format.number(license.availableUnits)} of {format.number(license.enabledUnits)} seats
            are unassigned
          </Text>
        )}
        {license === undefined && isListed && (
          <Text size={200} className={styles.note}>
            Not among the licenses that this tenant shows any more
          </Text>
        )}
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
      <Button
        className={styles.remove}
        appearance="subtle"
        icon={<Delete20Regular />}
        aria-label={`Remove spare seats of ${name}`}
        title="Remove"
        onClick={onRemove}
      />
    </fieldset>
  )
}
