import { Link, makeStyles } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'

import { ChangePasswordForm } from '../../../features/change-password/change-password-form.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { TwoColumns } from '../../../ui/two-columns.tsx'
import { ownSessionsQuery } from '../own-account.queries.ts'
import { OwnSecondFactor } from './own-second-factor.tsx'
import { Sessions } from './sessions.tsx'

const useStyles = makeStyles({
  form: { maxWidth: '400px' },
})

/** The password, the second factor and the sessions of the user. */
export function SecurityTab() {
  return (
    <TwoColumns>
      <Stack gap={16}>
        <PasswordCard />
        <SectionCard title="Second factor">
          <OwnSecondFactor />
        </SectionCard>
      </Stack>
      <SectionCard title="Sessions">
        <Sessions />
      </SectionCard>
    </TwoColumns>
  )
}

/** Changes the own password; Microsoft users change theirs at Microsoft. */
function PasswordCard() {
  const styles = useStyles()
  const client = useQueryClient()
  const { authMethod } = useCurrentUser()
  return (
    <SectionCard title="Password">
      {authMethod === 'microsoft' ? (
        <Text variant="body">
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
          <Text variant="body" muted>
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
