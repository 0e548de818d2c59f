import {
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { SHARES } from '@tenantscope/contract/limits'

import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { fieldProblem } from '../../ui/field-problem.ts'

const useStyles = makeStyles({
  days: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
    gap: '0 16px',
    marginInlineStart: '-8px',
  },
  until: {
    ...typographyStyles.caption1,
    display: 'block',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
})

const DAY_MS = 86_400_000

interface ExpiryFieldProps {
  days: number
  problem: string | undefined
  onChange: (days: number) => void
}

/** How long a link lives, each choice with the moment at which it would end. */
export function ExpiryField({ days, problem, onChange }: ExpiryFieldProps) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  return (
    <Field label="Expires after" {...fieldProblem(problem)}>
      <RadioGroup
        className={styles.days}
        name="expirationDays"
        value={String(days)}
        onChange={(_, { value }) => onChange(Number(value))}
      >
        {SHARES.expirationDays.map((each) => (
          <Radio
            key={each}
            value={String(each)}
            label={
              <>
                {daysText(each)}{' '}
                <span className={styles.until}>
                  {format.dateTime(new Date(now.getTime() + each * DAY_MS))}
                </span>
              </>
            }
          />
        ))}
      </RadioGroup>
    </Field>
  )
}

function daysText(days: number): string {
  const text = days === 1 ? '1 day' : `${days} days`
  return days === SHARES.recommendedDays ? `${text} (recommended)` : text
}
