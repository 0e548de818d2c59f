import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { useDeferredValue, useMemo, useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { matchesSearch } from '../../lib/user-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Text } from '../../ui/text.tsx'
import { LeftUsersNote } from './left-users-note.tsx'
import { SelectionTools } from './selection-tools.tsx'
import type { Wizard } from './use-wizard.ts'
import { UserOptions } from './user-options.tsx'

const useStyles = makeStyles({
  none: { padding: '24px 0', textAlign: 'center', color: tokens.colorNeutralForeground2 },
  loading: { display: 'flex', flexDirection: 'column', gap: '4px', flexShrink: 0 },
})

/** Step 3: the users with a selected license; guests and blocked users are marked. */
export function UserStep({ wizard }: { wizard: Wizard }) {
  const { outdated } = wizard
  return (
    <>
      {outdated !== null && (
        <Notice intent="warning" title="The data has changed">
          {outdated}
        </Notice>
      )}
      <LeftUsersNote count={wizard.leftCount} />
      <People wizard={wizard} />
    </>
  )
}

function People({ wizard }: { wizard: Wizard }) {
  const { total, failure, error, isComplete, retry } = wizard.sources.people
  if (failure)
    return (
      <LoadFailed
        title="Failed to load users. This may occur if admin consent is required for this tenant."
        message={failure.message}
      />
    )
  if (total === undefined && error !== null)
    return (
      <LoadFailed
        title="Failed to load user data. Please try refreshing the page."
        message={userMessageOf(error)}
        requestId={requestIdOf(error)}
        onRetry={retry}
        retryLabel="Try Again"
      />
    )
  if (total === undefined) return <PageSpinner text="Loading users..." />
  if (isComplete && wizard.eligible.length === 0)
    return (
      <EmptyState
        title="This tenant has no eligible users"
        text="No user holds the licenses that you selected."
      />
    )
  return <EligibleUsers wizard={wizard} />
}

function EligibleUsers({ wizard }: { wizard: Wizard }) {
  const styles = useStyles()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search)
  const { eligible, chosenUserIds, chosenLicenseIds, chooseUsers } = wizard
  const found = useMemo(
    () => eligible.filter((user) => matchesSearch(user, searched)),
    [eligible, searched],
  )
  // By the text in the search box, which may be newer than the list.
  const foundIds = () => eligible.filter((user) => matchesSearch(user, search)).map(({ id }) => id)
  return (
    <>
      <SelectionTools
        label="Search by name or email"
        search={search}
        onSearch={setSearch}
        countText={`${format.number(chosenUserIds.size)} of ${format.number(eligible.length)} users selected`}
        waitsFor={
          wizard.choice.isLoadingUsers ? 'Please wait until all users are loaded.' : undefined
        }
        onSelectAll={() => chooseUsers(foundIds(), true)}
        onClearAll={() => chooseUsers(foundIds(), false)}
      />
      <LoadingProgress wizard={wizard} />
      {found.length === 0 && wizard.sources.people.isComplete && (
        <span className={styles.none}>No users found</span>
      )}
      {found.length > 0 && (
        <UserOptions
          users={found}
          chosen={chosenUserIds}
          licenseIds={chosenLicenseIds}
          onChoose={chooseUsers}
        />
      )}
    </>
  )
}

/** Shows the progress of loading the users, or why it failed. */
function LoadingProgress({ wizard }: { wizard: Wizard }) {
  const styles = useStyles()
  const format = useFormat()
  const { users, total = 0, isComplete, error, retry } = wizard.sources.people
  if (error !== null)
    return (
      <Notice
        intent="warning"
        title="Not all users could be loaded"
        action={{ label: 'Try Again', onClick: retry }}
      >
        {userMessageOf(error)}
      </Notice>
    )
  if (isComplete) return null
  return (
    <div className={styles.loading}>
      <Text variant="caption" muted tabular>
        Loading people: {format.number(users.length)} of {format.number(total)}
      </Text>
      <ProgressBar aria-label="Loading people" max={total} value={users.length} />
    </div>
  )
}
