import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'

import { HIDDEN_FROM_SIGHT } from './hidden-from-sight.ts'

type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'

/** Each grade as a word; the color only repeats it (specification section 4, Grade colours). */
const WORDS: Readonly<Record<Grade, string>> = {
  'A+': 'Excellent',
  A: 'Very good',
  B: 'Good',
  C: 'Fair',
  D: 'Poor',
  F: 'Failing',
}

// Fixed color pairs with enough contrast in every theme.
const useStyles = makeStyles({
  root: { position: 'relative', display: 'inline-flex', alignItems: 'center', gap: '12px' },
  mark: {
    display: 'inline-flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '56px',
    height: '56px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    // System contrast settings remove the colors; the letter stays.
    forcedColorAdjust: 'auto',
  },
  label: HIDDEN_FROM_SIGHT,
  small: {
    minWidth: '32px',
    height: '32px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  green: { backgroundColor: '#0e700e', color: '#ffffff' },
  lightGreen: { backgroundColor: '#a4cf6c', color: '#1b1b1b' },
  yellow: { backgroundColor: '#fde300', color: '#1b1b1b' },
  orange: { backgroundColor: '#f7894a', color: '#1b1b1b' },
  red: { backgroundColor: '#b10e1c', color: '#ffffff' },
})

const COLORS = {
  'A+': 'green',
  A: 'green',
  B: 'lightGreen',
  C: 'yellow',
  D: 'orange',
  F: 'red',
} as const satisfies Record<Grade, keyof ReturnType<typeof useStyles>>

interface SecurityGradeProps {
  grade: Grade
  /** In a list: only the letter, with the word for screen readers. */
  isSmall?: boolean
}

/** Shows a grade as a letter, a word and a color. */
export function SecurityGradeMark({ grade, isSmall = false }: SecurityGradeProps) {
  const styles = useStyles()
  const mark = mergeClasses(styles.mark, styles[COLORS[grade]], isSmall && styles.small)
  return (
    <span className={styles.root}>
      <span className={mark} aria-hidden="true">
        {grade}
      </span>
      {!isSmall && <span aria-hidden="true">{WORDS[grade]}</span>}
      <span className={styles.label}>{`Grade ${grade}: ${WORDS[grade]}`}</span>
    </span>
  )
}
