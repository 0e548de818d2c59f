import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { Stack } from './stack.tsx'
import { Text } from './text.tsx'

const useStyles = makeStyles({
  root: { padding: '48px 16px', textAlign: 'center' },
  icon: { display: 'flex', fontSize: '32px', color: tokens.colorNeutralForeground3 },
  text: { maxWidth: '480px' },
})

interface EmptyStateProps {
  title: string
  text?: string | undefined
  icon?: ReactNode
  action?: ReactNode
}

/** Shows that there are no records, with the next step where there is one. */
export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  const styles = useStyles()
  return (
    <Stack gap={8} align="center" className={styles.root}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Text as="h2" variant="subtitle" breakable>
        {title}
      </Text>
      {text !== undefined && (
        <Text variant="body" muted breakable className={styles.text}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  )
}
