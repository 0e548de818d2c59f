import {
  makeStyles,
  mergeClasses,
  Radio,
  RadioGroup,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'

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
  text: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface ChoiceCardsProps<Value extends string> {
  label: string
  choices: readonly { value: Value; name: string; text: string }[]
  chosen: Value | null
  onChoose: (value: Value) => void
}

/** One of a few, each with a line that says what it is good for. */
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
                <span className={styles.text}>{text}</span>
              </>
            }
          />
        </div>
      ))}
    </RadioGroup>
  )
}
