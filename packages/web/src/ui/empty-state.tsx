import { makeStyles, Text, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    padding: '48px 16px',
    textAlign: 'center',
  },
  title: { ...typographyStyles.subtitle2, margin: 0, overflowWrap: 'anywhere' },
  icon: { display: 'flex', fontSize: '32px', color: tokens.colorNeutralForeground3 },
  text: { maxWidth: '480px', color: tokens.colorNeutralForeground2 },
})

interface EmptyStateProps {
  title: string
  text?: string
  icon?: ReactNode
  action?: ReactNode
}

/** Nothing to show, said plainly, with the next step where there is one. */
export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && (
        <Text align="center" className={styles.text}>
          {text}
        </Text>
      )}
      {action}
    </div>
  )
}
