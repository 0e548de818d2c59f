import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { BeakerRegular } from '@fluentui/react-icons/svg/beaker'

// What Fluent's Badge looks like in 'tint' and 'informative', without its fifty other looks.
const useStyles = makeStyles({
  mark: {
    ...typographyStyles.caption1Strong,
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'center',
    gap: '4px',
    boxSizing: 'border-box',
    height: '20px',
    paddingInline: '4px 6px',
    borderRadius: tokens.borderRadiusCircular,
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground3,
  },
  icon: { fontSize: '12px' },
})

/** Nobody may take simulated customers for real ones. */
export function SimulatedMark() {
  const styles = useStyles()
  return (
    <span className={styles.mark}>
      <BeakerRegular className={styles.icon} aria-hidden="true" />
      Simulated Microsoft
    </span>
  )
}
