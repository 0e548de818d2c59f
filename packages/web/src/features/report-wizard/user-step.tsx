import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  ProgressBar,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useDeferredValue, useMemo, useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { matchesSearch } from '../../lib/user-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { LeftUsersNote } from './left-users-note.tsx'
import { SelectionTools } from './selection-tools.tsx'
import type { Wizard } from './use-wizard.ts'
import { UserOptions } from './user-options.tsx'

const useStyles = makeStyles({
  none: { padding: '24px 0', textAlign: 'center', color: tokens.colorNeutralForeground2 },
  loading: { display: 'flex', flexDirection: 'column', gap: '4px', flexShrink: 0 },
  text: {
    ...typographyStyles.caption1,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

/** Step 3: the people who hold a selected license; guests and blocked ones are marked. */
export function UserStep({ wizard }: { wizard: Wizard }) {
  const { outdated } = wizard
  return (
    <>
      {outdated !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>The data have changed</MessageBarTitle>
            {outdated}
          </MessageBarBody>
        </MessageBar>
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
        text="Nobody holds any of the licenses that you selected."
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
  // By what stands in the search box: the list may be a moment behind it.
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
      <Arrival wizard={wizard} />
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

/** Not everybody has arrived: how far it is, or why it stopped. */
function Arrival({ wizard }: { wizard: Wizard }) {
  const styles = useStyles()
  const format = useFormat()
  const { users, total = 0, isComplete, error, retry } = wizard.sources.people
  if (error !== null)
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>Not everybody could be loaded</MessageBarTitle>
          {userMessageOf(error)}
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  if (isComplete) return null
  return (
    <div className={styles.loading}>
      <span className={styles.text}>
        Loading people: {format.number(users.length)} of {format.number(total)}
      </span>
      <ProgressBar aria-label="Loading people" max={total} value={users.length} />
    </div>
  )
}
