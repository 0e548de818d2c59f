import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    padding: '12px 16px',
    textAlign: 'start',
    fontFamily: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '&[aria-pressed="true"]': {
      borderTopColor: tokens.colorCompoundBrandStroke,
      borderRightColor: tokens.colorCompoundBrandStroke,
      borderBottomColor: tokens.colorCompoundBrandStroke,
      borderLeftColor: tokens.colorCompoundBrandStroke,
      // Forced colors give every edge the same one.
      '@media (forced-colors: active)': { outline: '2px solid Highlight' },
      // A thicker edge beside the color, for people who do not see the color.
      boxShadow: `inset 0 -2px 0 ${tokens.colorCompoundBrandStroke}`,
    },
  },
})

interface ChoiceCardProps {
  isChosen: boolean
  onClick: () => void
  children: ReactNode
}

/** A card that filters the table while it is pressed. */
export function ChoiceCard({ isChosen, onClick, children }: ChoiceCardProps) {
  const styles = useStyles()
  return (
    <button type="button" className={styles.card} aria-pressed={isChosen} onClick={onClick}>
      {children}
    </button>
  )
}
