import { Link, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'

import { ChangePasswordForm } from '../../../features/change-password/change-password-form.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { ownSessionsQuery } from '../own-account.queries.ts'

const useStyles = makeStyles({
  form: { maxWidth: '400px' },
  quiet: { color: tokens.colorNeutralForeground2 },
})

/** The own password; people of Microsoft change theirs at Microsoft. */
export function PasswordCard() {
  const styles = useStyles()
  const client = useQueryClient()
  const { authMethod } = useCurrentUser()
  return (
    <SectionCard title="Password">
      {authMethod === 'microsoft' ? (
        <Text>
          Microsoft accounts cannot change their password here. You sign in with Microsoft 365,
          which keeps your password:{' '}
          <Link
            href="https://myaccount.microsoft.com/"
            target="_blank"
            rel="noopener noreferrer"
            inline
          >
            change it at Microsoft
          </Link>
          .
        </Text>
      ) : (
        <>
          <Text className={styles.quiet}>
            A new password signs you out everywhere else; you stay signed in here.
          </Text>
          <div className={styles.form}>
            <ChangePasswordForm onChanged={() => void client.invalidateQueries(ownSessionsQuery)} />
          </div>
        </>
      )}
    </SectionCard>
  )
}
