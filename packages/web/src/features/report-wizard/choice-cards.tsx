import {
  makeStyles,
  mergeClasses,
  Radio,
  RadioGroup,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { REPORT_FORMATS, ReportFormat } from '@tenantscope/contract/report-document'

import { Text } from '../../ui/text.tsx'
import type { Wizard } from './use-wizard.ts'

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '8px' },
  card: {
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  chosen: {
    borderTopColor: tokens.colorCompoundBrandStroke,
    borderRightColor: tokens.colorCompoundBrandStroke,
    borderBottomColor: tokens.colorCompoundBrandStroke,
    borderLeftColor: tokens.colorCompoundBrandStroke,
  },
  radio: { display: 'flex', width: '100%', '& label': { flexGrow: 1 } },
  name: {
    ...typographyStyles.body1Strong,
    display: 'block',
    color: tokens.colorNeutralForeground1,
  },
})

interface ChoiceCardsProps<Value extends string> {
  label: string
  choices: readonly { value: Value; name: string; text: string }[]
  chosen: Value | null
  onChoose: (value: Value) => void
}

/** One of a few options, each with a description. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { label, choices, chosen, onChoose } = props
  const styles = useStyles()
  return (
    <RadioGroup
      aria-label={label}
      className={styles.group}
      value={chosen ?? ''}
      onChange={(_, data) => {
        const choice = choices.find(({ value }) => value === data.value)
        if (choice) onChoose(choice.value)
      }}
    >
      {choices.map(({ value, name, text }) => (
        <div key={value} className={mergeClasses(styles.card, value === chosen && styles.chosen)}>
          <Radio
            className={styles.radio}
            value={value}
            label={
              <>
                <span className={styles.name}>{name}</span>{' '}
                <Text variant="caption" muted>
                  {text}
                </Text>
              </>
            }
          />
        </div>
      ))}
    </RadioGroup>
  )
}

const TEXTS: Record<ReportFormat, string> = {
  pdf: 'To read, print and hand to a customer: cover, charts and tables.',
  csv: 'To import into other programs: one plain table.',
  json: 'For scripts and other systems: the complete report as structured data.',
  xlsx: 'To sort, filter and calculate: a summary sheet and typed columns.',
}

const CHOICES = ReportFormat.options.map((value) => ({
  value,
  name: REPORT_FORMATS[value].name,
  text: TEXTS[value],
}))

/** Step 4. */
export function FormatStep({ wizard }: { wizard: Wizard }) {
  return (
    <ChoiceCards
      label="Format"
      choices={CHOICES}
      chosen={wizard.choice.format}
      onChoose={wizard.chooseFormat}
    />
  )
}
