import { Button, makeStyles, Text, tokens, typographyStyles } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { endSession } from '../../lib/session.ts'
import { Mark } from '../../ui/mark.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: '24px',
    minHeight: '100dvh',
    boxSizing: 'border-box',
    padding: '32px 16px',
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
    maxWidth: '432px',
    boxSizing: 'border-box',
    padding: '32px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 480px)': { padding: '24px 16px' },
  },
  title: { ...typographyStyles.subtitle1, margin: 0 },
  text: { color: tokens.colorNeutralForeground2 },
})

interface RequiredStepPageProps {
  title: string
  /** Why the step is required. */
  text: string
  children: ReactNode
}

/** A page without navigation: nothing else is reachable until its step is done. */
export function RequiredStepPage({ title, text, children }: RequiredStepPageProps) {
  const styles = useStyles()
  const client = useQueryClient()
  return (
    <main className={styles.root}>
      <title>{`${title} – Tenantscope`}</title>
      <div className={styles.brand}>
        <Mark size={28} />
        Tenantscope
      </div>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        <Text className={styles.text}>{text}</Text>
        {children}
      </div>
      <Button appearance="subtle" onClick={() => void endSession(client)}>
        Sign Out
      </Button>
    </main>
  )
}
