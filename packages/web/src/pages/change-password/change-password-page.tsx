import { Button, makeStyles, Text, tokens, typographyStyles } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'

import { ChangePasswordForm } from '../../features/change-password/change-password-form.tsx'
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

/** Nothing else is reachable until the person has chosen a password of their own (decisions.md, Sign-in and sessions). */
export function ChangePasswordPage() {
  const styles = useStyles()
  const client = useQueryClient()
  return (
    <main className={styles.root}>
      <title>Choose a new password – Tenantscope</title>
      <div className={styles.brand}>
        <Mark size={28} />
        Tenantscope
      </div>
      <div className={styles.card}>
        <h1 className={styles.title}>Choose a new password</h1>
        <Text className={styles.text}>
          Your password was given to you by somebody else. Replace it by one that only you know to
          continue.
        </Text>
        <ChangePasswordForm />
      </div>
      <Button appearance="subtle" onClick={() => void endSession(client)}>
        Sign Out
      </Button>
    </main>
  )
}
